import type { TestResponse } from '../http/harness.ts';
import { type Browser, type PortalService, textOf } from './portal-service.ts';

const BOUNDARY = '----engagedtest';

/** The body of a form with a file, as browsers send it. */
export const formWith = (file: Uint8Array | string, fileName = 'people.csv'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/csv\r\n\r\n`,
    ),
    Buffer.from(file),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

export const FORM_HEADERS = {
  'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
  'Sec-Fetch-Site': 'same-origin',
};

/** Sends a body to the upload. */
export const sendForm = (
  service: PortalService,
  { cookie }: Browser,
  body: Buffer,
  { root = '/portal', headers = {} }: { root?: string; headers?: Record<string, string> } = {},
): Promise<TestResponse> =>
  service.request('POST', `${root}/roster`, {
    headers: { Cookie: cookie, ...FORM_HEADERS, ...headers },
    body,
  });

/** Uploads a file and gives the path of its preview. */
export async function upload(
  service: PortalService,
  browser: Browser,
  file: Uint8Array | string,
  fileName?: string,
): Promise<string> {
  const { status, headers, text } = await sendForm(service, browser, formWith(file, fileName));
  if (status !== 303) throw new Error(`${status} ${text}`);
  return headers.location ?? '';
}

/** The field of a form by which its preview is applied. */
export const digestOf = ({ text }: TestResponse): string =>
  /name="digest" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? '';

/** Looks at a preview and applies it. */
export async function applyShown(browser: Browser, path: string): Promise<TestResponse> {
  const shown = await browser.get(path);
  return browser.post(`${path}/apply`, { digest: digestOf(shown) });
}

export const shownAt = async (browser: Browser, path: string): Promise<string> =>
  textOf(await browser.get(path));

/** People as a CSV file: external id, first name, department and title. */
export const peopleFile = (
  people: readonly (readonly [id: string, name: string, department?: string, title?: string])[],
): string =>
  [
    'Employee ID,First name,Last name,Work email,Department,Job title',
    ...people.map(([id, name, department = 'Sales', title = 'Engineer']) =>
      [id, name, 'Doe', `p${id}@acme.example`, department, title].join(','),
    ),
    '',
  ].join('\n');
