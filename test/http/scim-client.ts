import assert from 'node:assert/strict';
import { updateCompany } from '../../src/service/company/companies.ts';
import type { TestResponse, TestService } from './harness.ts';

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export type Resource = Record<string, unknown> & { id: string };
type List = {
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: Resource[];
};

/** A directory that is connected to a company of a test. */
export type Directory = {
  token: string;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestResponse>;
  /** Sends what is expected to be met with a status, and returns the body. */
  expect(status: number, method: string, path: string, body?: unknown): Promise<Resource>;
  /** The error that a request gets. */
  refused(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: string; scimType?: string; detail: string }>;
  list(path: string): Promise<List>;
  /** Adds a person, named by a word. */
  add(word: string, more?: object): Promise<Resource>;
  patch(id: string, ...Operations: object[]): Promise<Resource>;
};

/** Connects a directory to a company, which lets it decide about who is active. */
export function connectDirectory(service: TestService, mode: 'live' | 'test' = 'live'): Directory {
  service.write((write) => updateCompany(write, { roster_authority: 'both' }));
  const token = service.issueKey({ mode, scopes: ['scim'], requestsPerMinute: 1_000_000 });
  const send: Directory['send'] = (method, path, body, headers = {}) =>
    service.request(method, `/scim/v2${path}`, {
      key: token,
      headers: { 'content-type': 'application/scim+json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const expect: Directory['expect'] = async (status, method, path, body) => {
    const answer = await send(method, path, body);
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
    if (answer.text !== '') assert.equal(answer.headers['content-type'], 'application/scim+json');
    return answer.json as Resource;
  };
  return {
    token,
    send,
    expect,
    async refused(method, path, body) {
      const answer = await send(method, path, body);
      assert.equal(answer.headers['content-type'], 'application/scim+json', answer.text);
      const error = answer.json as {
        schemas: string[];
        status: string;
        scimType?: string;
        detail: string;
      };
      assert.deepEqual(error.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
      assert.equal(error.status, String(answer.status));
      const { schemas: _, ...rest } = error;
      return rest;
    },
    async list(path) {
      return (await expect(200, 'GET', path)) as unknown as List;
    },
    add: (word, more = {}) => expect(201, 'POST', '/Users', userNamed(word, more)),
    patch: (id, ...Operations) =>
      expect(200, 'PATCH', `/Users/${id}`, { schemas: [PATCH], Operations }),
  };
}

export const userNamed = (word: string, more: object = {}): object => ({
  schemas: [USER, ENTERPRISE],
  userName: `${word}@acme.example`,
  externalId: `dir-${word}`,
  active: true,
  name: { givenName: word, familyName: 'Lee' },
  emails: [{ type: 'work', value: `${word}@acme.example`, primary: true }],
  [ENTERPRISE]: { employeeNumber: `X-${word}`, department: 'Sales' },
  ...more,
});
