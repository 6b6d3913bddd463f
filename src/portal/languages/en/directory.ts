import { type Html, html } from '../../../http/response/html.ts';
import { number, people, plural } from './words.ts';

/** A directory that keeps the people of the company. */
export const directory = {
  title: 'Directory',
  lead: 'Microsoft Entra ID, Okta or another identity provider keeps the people here.',
  state: 'State',
  notConnected:
    'No directory is connected. Whoever runs the service makes a token with the command below.',
  address: 'Address',
  tokens: 'Tokens in use',
  lastContact: 'Last contact',
  never: 'never',
  people: 'People linked',
  groups: 'Groups',
  externalId: 'External id from',
  authority: 'Who decides who is active',
  authorities: {
    roster: 'rosters; the directory deactivates nobody',
    directory: 'the directory; rosters deactivate nobody',
    both: 'rosters and the directory',
  },
  deactivated: 'Deactivated in 24 hours',
  ofLimit: ({ count, limit }: { count: number; limit: number }) =>
    `${number(count)} of at most ${number(limit)}`,
  waiting: 'People who wait',
  waitingTitle: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} waits to be deactivated`,
      other: `${people(count)} wait to be deactivated`,
    }),
  waitingText:
    'The directory wants more people deactivated in 24 hours than its limit allows. They stay active until an owner approves it. If the directory is wrong, correct it there: whoever is active in it again waits no longer.',
  askOwner: 'An owner can approve this.',
  approve: 'Deactivate them',
  approved: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} is deactivated.`,
      other: `${people(count)} are deactivated.`,
    }),
  andMore: ({ count }: { count: number }) => `and ${number(count)} more`,
  person: 'Person',
  somebody: 'somebody',
  since: 'Since',
  refusals: 'Refused',
  why: 'Why',
  times: 'Times',
  last: 'Last',
  reasons: {
    user_name_taken: 'The user name belongs to somebody else in the directory.',
    linked_already: 'The person is linked to somebody else in the directory.',
    email_taken: 'The email belongs to somebody else here.',
    external_id_taken: 'The employee number belongs to somebody else here.',
    external_id_mismatch: 'The email belongs to a person with another employee number.',
    email_domain_not_allowed: 'The email is on no domain that people sign in with.',
    managed_in_portal: 'The person has a role in the portal. Take it away first.',
    deactivated_in_portal:
      'The person was deactivated here, not by the directory. Reactivate them here.',
    roster_decides: 'Rosters decide about who is active.',
    department_conflict: 'Several departments have this name.',
    department_limit_reached: 'The company has as many departments as it can have.',
    sandbox_limit_reached: 'The sandbox is full.',
  },
  guideTitle: ({ product }: { product: string }) => `How to connect ${product}`,
  guides: {
    entra: {
      token: ({ command }: { command: Html }) =>
        html`Whoever runs the service makes a token: ${command}`,
      application: () =>
        html`In the Entra admin center, open <i>Enterprise applications</i>, <i>New application</i>, <i>Create your own application</i>, and choose <i>Integrate any other application you don’t find in the gallery</i>.`,
      connection: ({ address }: { address: Html }) =>
        html`Open <i>Provisioning</i> and connect the application. <i>Tenant URL</i>: ${address}. <i>Secret Token</i>: the token. Press <i>Test connection</i>.`,
      mapping: () =>
        html`In <i>Mappings</i>, <i>Provision Microsoft Entra ID Users</i>, map <code>employeeId</code> to <code>urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber</code>.`,
      assignment: () =>
        html`In <i>Users and groups</i>, assign who takes part. Try one person with <i>Provision on demand</i>, then start provisioning.`,
    },
    okta: {
      token: ({ command }: { command: Html }) =>
        html`Whoever runs the service makes a token: ${command}`,
      application: () =>
        html`In the Okta Admin Console, create an app integration for single sign-on (SAML or SWA). In <i>General</i>, choose <i>SCIM</i> as its provisioning.`,
      connection: ({ address }: { address: Html }) =>
        html`In <i>Provisioning</i>, <i>Integration</i>: <i>SCIM connector base URL</i>: ${address}. <i>Unique identifier field for users</i>: <code>userName</code>. <i>Authentication mode</i>: <i>HTTP Header</i>, with the token. Choose <i>Push New Users</i> and <i>Push Profile Updates</i>, and press <i>Test Connector Configuration</i>.`,
      actions: () =>
        html`In <i>To App</i>, enable <i>Create Users</i>, <i>Update User Attributes</i> and <i>Deactivate Users</i>.`,
      assignment: () =>
        html`Map <code>employeeNumber</code>, <code>department</code> and <code>title</code>, and assign people in <i>Assignments</i>.`,
    },
  },
};
