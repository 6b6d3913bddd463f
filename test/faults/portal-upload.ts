import type { CompanyWrite } from '../../src/service/company/company-write.ts';
import { provideAccount } from '../../src/service/portal/accounts.ts';
import { openSession } from '../portal/portal-service.ts';
import { FORM_HEADERS, formWith } from '../portal/roster-upload.ts';
import { type Response, sendRequest } from './http-client.ts';

/** The cookie of an owner who is signed in. */
export const signInOwner = (write: CompanyWrite): string =>
  openSession(write, provideAccount(write, { email: 'owner@acme.example', role: 'owner' }));

/** Uploads a roster to a service and looks at its preview. @returns what applies it */
export async function uploadRoster(
  port: number,
  cookie: string,
  roster: string | Buffer,
): Promise<() => Promise<Response>> {
  const body = formWith(roster);
  const headers = { ...FORM_HEADERS, cookie };
  const sent = await sendRequest(port, 'POST', '/portal/roster', { headers, body });
  const path = String(sent.headers.location).split('?')[0] ?? '';
  const preview = await sendRequest(port, 'GET', path, { headers: { cookie } });
  const [, digest] = /name="digest" value="([0-9a-f]{64})"/.exec(preview.text) ?? [];
  if (digest === undefined) throw new Error(`${sent.status} ${preview.status} ${preview.text}`);
  return () =>
    sendRequest(port, 'POST', `${path}/apply`, {
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `digest=${digest}`,
    });
}
