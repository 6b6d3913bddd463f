import type { TestContext } from 'node:test';
import { openListener } from '../../src/cli/server/listen.ts';
import type { OidcSettings } from '../../src/portal/sign-in/oidc/settings.ts';
import { updateCompany } from '../../src/service/company/companies.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { CookieJar, type Step } from './cookie-jar.ts';
import { CLIENT, type IdentityProvider, startProvider } from './identity-provider.ts';
import { type PortalService, startPortal } from './portal-service.ts';

export const ADA = 'ada@acme.example';

export type OidcService = PortalService & {
  idp: IdentityProvider;
  /** What the log has of events with a prefix, without times. */
  logged(prefix: string): Record<string, unknown>[];
  /** A whole sign-in in a new browser, or in one that has been used. */
  signIn(options?: { jar?: CookieJar; query?: string }): Promise<Step & { jar: CookieJar }>;
};

/** A service whose company signs in with acme.example, with the employee Ada, beside an OpenID provider. */
export async function startOidc(
  t: TestContext,
  {
    settings = {},
    provider = {},
    basePath = '',
  }: {
    settings?: Partial<OidcSettings>;
    provider?: Parameters<typeof startProvider>[2];
    basePath?: string;
  } = {},
): Promise<OidcService> {
  const listener = await openListener({ host: '127.0.0.1', port: 0 });
  const address = listener.url + basePath;
  const idp = await startProvider(t, `${address}/portal/oidc/callback`, provider);
  const service = await startPortal(t, {
    listener,
    publicUrl: address,
    oidc: {
      ...CLIENT,
      issuer: idp.issuer,
      name: 'Acme ID',
      address,
      roleClaim: undefined,
      roleMap: new Map(),
      ...settings,
    },
  });
  // The provider reads the real clock.
  service.clock.now = Date.now();
  service.write((write) => {
    updateCompany(write, { ssoDomains: ['acme.example'] });
    addEmployee(write, { email: ADA, given_name: 'A. Lovelace' });
  });
  return {
    ...service,
    idp,
    logged: (prefix) =>
      service.log
        .map((line) => JSON.parse(line))
        .filter(({ event }) => event.startsWith(prefix))
        .map(({ time: _, ...line }) => line),
    signIn: async ({ jar = new CookieJar(), query = '' } = {}) => ({
      ...(await jar.follow(`${address}/portal/oidc/start${query}`)),
      jar,
    }),
  };
}
