import type { TestContext } from 'node:test';
import { OWN_ROLES, type Role } from '../../src/domain/portal-role.ts';
import { type CompanyWrite, writeCompany } from '../../src/service/company/company-write.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import {
  createAccount,
  provideAccount,
  setAccountRole,
} from '../../src/service/portal/accounts.ts';
import {
  createLink,
  hashSecret,
  newSessionToken,
  redeemLink,
} from '../../src/service/portal/sessions.ts';
import type { AccountRow } from '../../src/store/portal/portal-accounts.ts';
import {
  startTestService,
  type TestResponse,
  type TestService,
  type TestSettings,
} from '../http/harness.ts';

export const PASSWORD = 'plum tractor seven violets';

/** `PASSWORD` as it is kept, at a cost that tests do not wait for: a hash says its own. Those that the portal makes have the full one. */
export const PASSWORD_HASH =
  'scrypt:1024:8:1:fZ-NdJ0cnIikU08jOay3FA:ZQrj4rRZKwNZlGB3feF2KDVjlY-fPCzx51I4PTIYmLI';

/** A browser: it keeps the cookie that it gets, and says where its requests come from. */
export type Browser = {
  cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>;
  post(
    path: string,
    fields?: Record<string, string> | [name: string, value: string][],
    headers?: Record<string, string>,
  ): Promise<TestResponse>;
};

/** Whose account it is: a new employee, one on record, or nobody on record. */
type SignedIn = { email?: string; companyId?: number; isEmployee?: boolean; isNew?: boolean };

export type PortalService = TestService & {
  browser(cookie?: string): Browser;
  /** A browser in which an account with a role is signed in; that of an employee where the role needs one. */
  signedIn(role: Role, options?: SignedIn): Browser;
  /** A link of a new account. */
  link(options?: { email?: string | null }): string;
};

export const HTML = 'text/html; charset=utf-8';

export async function startPortal(
  t: TestContext,
  settings: TestSettings = {},
): Promise<PortalService> {
  return openPortal(await startTestService(t, settings));
}

/** The portal of a service that runs. */
export function openPortal(service: TestService): PortalService {
  const browser: PortalService['browser'] = (cookie = '') => {
    const it: Browser = {
      cookie,
      get: async (path, headers) =>
        keep(it, await service.request('GET', path, with_(it, headers))),
      post: async (path, fields = {}, headers = {}) =>
        keep(
          it,
          await service.request('POST', path, {
            ...with_(it, {
              'Content-Type': 'application/x-www-form-urlencoded',
              'Sec-Fetch-Site': 'same-origin',
              ...headers,
            }),
            body: new URLSearchParams(fields).toString(),
          }),
        ),
    };
    return it;
  };
  return {
    ...service,
    browser,
    signedIn: (role, options = {}) => {
      const { email = `${role}@acme.example`, companyId = service.companyId } = options;
      const { isEmployee = role === 'manager' || role === 'none', isNew = true } = options;
      const context = { companyId, now: service.clock.now, actor: 'test' };
      const cookie = writeCompany(service.db, context, (write) => {
        if (isEmployee && isNew) addEmployee(write, { email, given_name: `A ${role}` });
        const own = OWN_ROLES.find((one) => one === role && !isEmployee);
        const account = provideAccount(write, { email, role: own });
        if (isEmployee && role !== 'none') setAccountRole(write, email, role);
        return openSession(write, account);
      });
      return browser(cookie);
    },
    link: ({ email = null } = {}) =>
      service.write((write) => {
        const account = createAccount(write, { email, role: 'owner' });
        return `/portal/link/${createLink(write, account)}`;
      }, service.clock.now),
  };
}

/** Signs an account in. @returns the cookie of its browser */
export function openSession(write: CompanyWrite, account: AccountRow): string {
  const token = newSessionToken();
  redeemLink(write, {
    link: hex(hashSecret(createLink(write, account))),
    passwordHash: PASSWORD_HASH,
    session: { hash: hex(hashSecret(token)), client: '127.0.0.1', browser: 'test' },
  });
  return `engaged=${token}`;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const with_ = ({ cookie }: Browser, headers: Record<string, string> = {}) => ({
  headers: { ...(cookie !== '' && { Cookie: cookie }), ...headers },
});

function keep(browser: Browser, response: TestResponse): TestResponse {
  const [set] = response.headers['set-cookie'] ?? [];
  if (set !== undefined) browser.cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '');
  return response;
}

/** The text of a page, without its tags. */
export const textOf = ({ text }: TestResponse): string =>
  text
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
