import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, type JsonObject, USER_SCHEMA } from './attributes.ts';
import { SCIM_PATH } from './resource.ts';

/** Most resources of one page. */
export const MAX_RESULTS = 200;

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:';

type Details = {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  uniqueness?: 'none' | 'server';
  referenceTypes?: string[];
  canonicalValues?: string[];
  subAttributes?: JsonObject[];
};

/** An attribute as RFC 7643, 7, describes it. */
const attribute = (name: string, description: string, details: Details = {}): JsonObject => ({
  name,
  type: details.type ?? 'string',
  multiValued: details.multiValued ?? false,
  description,
  required: details.required ?? false,
  ...((details.type ?? 'string') === 'string' && { caseExact: details.caseExact ?? false }),
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: details.uniqueness ?? 'none',
  ...(details.canonicalValues && { canonicalValues: details.canonicalValues }),
  ...(details.referenceTypes && { referenceTypes: details.referenceTypes }),
  ...(details.subAttributes && { subAttributes: details.subAttributes }),
});

/** A list whose elements have a value, a type, and a mark for the first of them. */
const list = (name: string, description: string, types: string[]): JsonObject =>
  attribute(name, description, {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The value.'),
      attribute('display', 'How it is shown.'),
      attribute('type', 'What it is for.', { canonicalValues: types }),
      attribute('primary', 'Whether it comes first.', { type: 'boolean' }),
    ],
  });

const userAttributes = [
  attribute('userName', 'What the directory signs the person in with. One person has it.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'The name of the person.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name.'),
      attribute('familyName', 'The family name.'),
      attribute('givenName', 'The given name.'),
      attribute('middleName', 'Other names.'),
      attribute('honorificPrefix', 'A title before the name.'),
      attribute('honorificSuffix', 'What follows the name.'),
    ],
  }),
  attribute('displayName', 'The name that is shown where no given or family name is sent.'),
  attribute('nickName', 'Kept, and returned.'),
  attribute('title', 'The job title.'),
  attribute('userType', 'Kept, and returned.'),
  attribute('preferredLanguage', 'Kept, and returned.'),
  attribute('locale', 'Kept, and returned.'),
  attribute('timezone', 'Kept, and returned.'),
  attribute('active', 'Whether the person takes part.', { type: 'boolean' }),
  list('emails', 'Addresses. The primary one, or that at work, is used.', [
    'work',
    'home',
    'other',
  ]),
  list('phoneNumbers', 'Kept, and returned.', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
  attribute('addresses', 'Kept, and returned.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      ...['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'].map((name) =>
        attribute(name, 'A part of the address.'),
      ),
      attribute('type', 'What it is for.', { canonicalValues: ['work', 'home', 'other'] }),
      attribute('primary', 'Whether it comes first.', { type: 'boolean' }),
    ],
  }),
  list('roles', 'Kept, and returned.', []),
  list('entitlements', 'Kept, and returned.', []),
];

const enterpriseAttributes = [
  attribute('employeeNumber', 'The number of the person in the HR system: the external id.', {
    caseExact: true,
  }),
  attribute('department', 'The name of the department.'),
  attribute('costCenter', 'Kept, and returned.'),
  attribute('organization', 'Kept, and returned.'),
  attribute('division', 'Kept, and returned.'),
  attribute('manager', 'Kept, and returned.', {
    type: 'complex',
    subAttributes: [
      attribute('value', 'The id of the manager.', { caseExact: true }),
      attribute('$ref', 'The address of the manager.', {
        type: 'reference',
        referenceTypes: ['User'],
      }),
      attribute('displayName', 'The name of the manager.'),
    ],
  }),
];

const groupAttributes = [
  attribute('displayName', 'The name of the group. One group has it.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('members', 'The people in the group.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the person.', { caseExact: true }),
      attribute('$ref', 'The address of the person.', {
        type: 'reference',
        referenceTypes: ['User'],
      }),
      attribute('type', 'What the member is.', { canonicalValues: ['User'] }),
      attribute('display', 'The name of the person.'),
    ],
  }),
];

const document = (base: string, kind: string, id: string, content: JsonObject): JsonObject => ({
  schemas: [`${SCHEMA}${kind}`],
  ...content,
  meta: { resourceType: kind, location: `${base}${SCIM_PATH}/${kind}s/${id}` },
});

/** The schemas of what a directory can send, each with every attribute that has a meaning here. */
export const listSchemas = (base: string): JsonObject[] => {
  const schema = (id: string, name: string, description: string, attributes: JsonObject[]) =>
    document(base, 'Schema', id, { id, name, description, attributes });
  return [
    schema(USER_SCHEMA, 'User', 'A person', userAttributes),
    schema(ENTERPRISE_SCHEMA, 'EnterpriseUser', 'A person at work', enterpriseAttributes),
    schema(GROUP_SCHEMA, 'Group', 'A group of people', groupAttributes),
  ];
};

/** The kinds of resources. */
export const listResourceTypes = (base: string): JsonObject[] => [
  document(base, 'ResourceType', 'User', {
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'A person',
    schema: USER_SCHEMA,
    schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
  }),
  document(base, 'ResourceType', 'Group', {
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'A group of people',
    schema: GROUP_SCHEMA,
    schemaExtensions: [],
  }),
];

/** What the service can do of the protocol. */
export const serviceProviderConfig = (base: string): JsonObject => ({
  schemas: [`${SCHEMA}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of `engaged scim create`, in the Authorization header',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${base}${SCIM_PATH}/ServiceProviderConfig`,
  },
});

/** A page of resources (RFC 7644, 3.4.2). */
export const listResponse = (
  resources: readonly JsonObject[],
  { total, startIndex }: { total: number; startIndex: number },
): JsonObject => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources as JsonObject[],
});
