import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_FILE_BYTES } from '../../src/portal/request/upload-body.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import type { RawConnection } from '../http/harness.ts';
import { type Browser, type PortalService, startPortal, textOf } from './portal-service.ts';
import { FORM_HEADERS, formWith, peopleFile, sendForm, shownAt } from './roster-upload.ts';

const FILE = peopleFile([['1', 'Ann']]);

/** The head of an upload whose body follows, or not. */
const headOf = ({ cookie }: Browser, length: number | 'chunked') =>
  [
    'POST /portal/roster HTTP/1.1',
    'Host: 127.0.0.1',
    `Cookie: ${cookie}`,
    ...Object.entries(FORM_HEADERS).map(([name, value]) => `${name}: ${value}`),
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    'Expect: 100-continue',
    '\r\n',
  ].join('\r\n');

const sent = async (service: PortalService, browser: Browser, body: Buffer) => {
  const answer = await sendForm(service, browser, body);
  return [answer.status, textOf(answer)] as const;
};

test('a form without a file, with an empty one, with two or with none that is chosen is refused by name', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const two =
    formWith(FILE)
      .toString('latin1')
      .replace(/--\r\n$/, '\r\n') +
    formWith(FILE)
      .toString('latin1')
      .slice(2 + 15);
  for (const [body, says] of [
    [formWith('', ''), /Choose a file\./],
    [formWith(''), /The file is empty\./],
    [
      Buffer.from(formWith(FILE).toString().replace('name="file"', 'name="other"')),
      /Choose a file\./,
    ],
    [Buffer.from(two, 'latin1'), /Choose one file\.|cannot be read/],
    [Buffer.from('no form'), /The browser sent the file in a way that cannot be read\./],
    [formWith(FILE).subarray(0, -20), /The browser sent the file in a way that cannot be read\./],
    [Buffer.alloc(0), /Choose a file\.|cannot be read/],
  ] as const) {
    const [status, text] = await sent(service, admin, body);
    assert.equal(status, 400, String(says));
    assert.match(text, says);
    assert.match(text, /Nothing was uploaded\./);
  }
  const typed = await admin.post('/portal/roster', { file: 'x' });
  assert.match(textOf(typed), /Choose a file\./);
  assert.doesNotMatch(await shownAt(admin, '/portal/roster'), /Not applied yet/);
});

test('a file of 32 MB is taken, and a larger one leads to the command line', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const filler = Buffer.alloc(MAX_FILE_BYTES, '\n');
  Buffer.from(FILE).copy(filler);
  const taken = await sendForm(service, admin, formWith(filler));
  assert.equal(taken.status, 303);
  assert.match(await shownAt(admin, taken.headers.location ?? ''), /Created 1 .* Size 32\.0 MB/);
  for (const more of [1, 100_000]) {
    const [status, text] = await sent(
      service,
      admin,
      formWith(Buffer.alloc(MAX_FILE_BYTES + more, '\n')),
    );
    assert.equal(status, 413);
    assert.match(text, /The file is larger than 32 MB\. The command line takes larger ones\./);
  }
});

test('a file of unknown length is refused before it is read', async (t) => {
  const service = await startPortal(t);
  const connection = service.connect();
  connection.send(headOf(service.signedIn('admin'), 'chunked'));
  assert.match(await connection.closed, /^HTTP\/1\.1 411 [\s\S]*did not say how large the file is/);
});

test('a file is not read of somebody who may not upload it', async (t) => {
  const service = await startPortal(t);
  for (const [role, status] of [
    ['viewer', 403],
    ['manager', 403],
    ['none', 403],
  ] as const) {
    const connection = service.connect();
    connection.send(headOf(service.signedIn(role), 20_000_000));
    assert.match(await connection.closed, new RegExp(`^HTTP/1\\.1 ${status} `));
  }
  const connection = service.connect();
  connection.send(headOf(service.browser('engaged=x'), 20_000_000));
  assert.match(await connection.closed, /^HTTP\/1\.1 303 /);
  const other = service.connect();
  const head = headOf(service.signedIn('admin', { email: 'b@acme.example' }), 20_000_000);
  other.send(head.replace('same-origin', 'cross-site'));
  assert.match(await other.closed, /^HTTP\/1\.1 403 /);
});

test('few files arrive at once, of each company no more than it leaves to others, and a client that leaves makes place', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const [other, third, fourth] = ['Beta', 'Gamma', 'Delta'].map((name) => {
    const order = { name, ssoDomains: [], now: service.clock.now, actor: 'test' };
    const { companyId } = createCompany(service.db, order).company;
    return service.signedIn('admin', { companyId, email: 'admin@beta.example' });
  }) as [Browser, Browser, Browser];
  const arriving: RawConnection[] = [];
  const arrive = async (browser: Browser) => {
    const connection = service.connect();
    connection.send(headOf(browser, 1_000_000));
    await connection.until(/100 Continue/);
    connection.send(Buffer.alloc(1_000, 'x'));
    arriving.push(connection);
  };
  const isRefused = async (browser: Browser) => {
    const [status, text] = await sent(service, browser, formWith(FILE));
    assert.equal(status, 503);
    assert.match(text, /Other files are being uploaded right now\. Try again in a minute\./);
  };
  for (let at = 0; at < 2; at++) await arrive(admin);
  // One company leaves a place to others.
  await isRefused(admin);
  assert.equal((await sent(service, other, formWith(FILE)))[0], 303);
  for (let at = 0; at < 2; at++) await arrive(other);
  await isRefused(other);
  // The fewer are left, the fewer a company takes.
  await arrive(third);
  await isRefused(third);
  assert.equal((await sent(service, fourth, formWith(FILE)))[0], 303);
  // One breaks off, one ends early, and one completes what is no form.
  arriving[0]?.destroy();
  arriving[1]?.end();
  arriving[2]?.send(Buffer.alloc(999_000, 'x'));
  await arriving[2]?.until(/ 400 /);
  await arriving[1]?.closed;
  for (let at = 0; at < 4; at++) assert.equal((await sent(service, admin, formWith(FILE)))[0], 303);
});

test('the name of a file is shown as text, without folders and what cannot be seen', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  for (const [name, shown] of [
    ['C:\\fakepath\\<img src=x>.csv', '&lt;img src=x&gt;.csv'],
    ['../../etc/pass\u202ewd\u0000.csv', 'passwd.csv'],
    ['%22><script>alert(1)<.csv', '&quot;&gt;&lt;script&gt;alert(1)&lt;.csv'],
    ['/', 'roster.csv'],
  ] as const) {
    const { headers } = await sendForm(service, admin, formWith(FILE, name));
    const { text } = await admin.get(headers.location ?? '');
    assert.ok(text.includes(`<h1><bdi>${shown}</bdi></h1>`), name);
  }
});

test('uploads take a bounded amount of memory: the oldest gives way', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const big = Buffer.alloc(30 * 1_048_576, '\n');
  Buffer.from(FILE).copy(big);
  const paths = [];
  for (let at = 0; at < 4; at++) {
    paths.push((await sendForm(service, admin, formWith(big))).headers.location ?? '');
  }
  const statuses = [];
  for (const path of paths) statuses.push((await admin.get(path)).status);
  assert.deepEqual(statuses, [404, 404, 404, 200]);
});

test('files that wait to be applied drop older ones of their own company, which is said, and never those of another', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const companies = ['Beta', 'Gamma', 'Delta'].map((name) => {
    const order = { name, ssoDomains: [], now: service.clock.now, actor: 'test' };
    return createCompany(service.db, order).company.companyId;
  });
  const [beta, gamma, delta] = companies.map((companyId) =>
    service.signedIn('admin', { companyId, email: `${companyId}@beta.example` }),
  ) as [Browser, Browser, Browser];
  const large = (name: string) => {
    const bytes = Buffer.alloc(28 * 1_048_576, '\n');
    Buffer.from(FILE).copy(bytes);
    return formWith(bytes, name);
  };
  const add = async (browser: Browser, body: Buffer, root?: string) => {
    const { status, headers } = await sendForm(service, browser, body, root ? { root } : {});
    assert.equal(status, 303);
    return headers.location ?? '';
  };
  const first = await add(beta, formWith(FILE, 'small.csv'));
  await add(admin, large('one.csv'));
  for (const name of ['two.csv', 'three.csv']) {
    const path = await add(admin, large(name));
    const before = name === 'two.csv' ? 'one.csv' : 'two.csv';
    assert.match(
      await shownAt(admin, path),
      new RegExp(`Dropped: ${before} of today, \\d\\d:\\d\\d\\. Upload again`),
    );
    const [head = ''] = path.split('?');
    assert.match(await shownAt(admin, head), /Preview\. Nothing has been changed yet\./);
  }
  // The sandbox has no share of its own.
  await add(admin, large('sandbox.csv'), '/portal/sandbox');
  assert.doesNotMatch(await shownAt(admin, '/portal/roster'), /(?:one|two|three)\.csv/);
  await add(gamma, large('gamma.csv'));
  const [status, text] = await sent(service, delta, large('delta.csv'));
  assert.equal(status, 503);
  assert.match(text, /There is no room for another file right now\. Try again in an hour/);
  await add(delta, formWith(FILE));
  assert.match(await shownAt(beta, first), /Preview\. Nothing has been changed yet\./);
  assert.match(await shownAt(gamma, '/portal/roster'), /gamma\.csv/);
});

test('companies that keep as many files as they can leave room for those of others', async (t) => {
  const service = await startPortal(t);
  const bytes = Buffer.alloc(30 * 1_048_576, '\n');
  Buffer.from(FILE).copy(bytes);
  const statuses = [];
  for (const name of ['Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta']) {
    const order = { name, ssoDomains: [], now: service.clock.now, actor: 'test' };
    const { companyId } = createCompany(service.db, order).company;
    const admin = service.signedIn('admin', { companyId, email: 'admin@beta.example' });
    const large = (await sent(service, admin, formWith(bytes)))[0];
    const small = [];
    for (let at = 0; at < 10; at++) small.push((await sent(service, admin, formWith(FILE)))[0]);
    assert.deepEqual(small, Array(10).fill(303), name);
    statuses.push(large);
  }
  assert.deepEqual(statuses, [303, 303, 503, 503, 503]);
});
