import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { createCommandLine } from '../command-line.ts';
import { people, person, writeRoster } from './roster-file.ts';
import { runService, scriptedServer } from './test-service.ts';

type Printed = {
  [field: string]: unknown;
  key?: string;
  errors: { index: number; line: number; code: string }[];
};

/** A company behind a running service, and a command line that is told nothing but address and key. */
async function remote(t: TestContext) {
  const server = createCommandLine<Printed>(t);
  await server.json('company', 'create', '--name', 'Acme');
  const newKey = async (scope: string, mode = 'live') =>
    (await server.json('key', 'create', '--mode', mode, '--name', 'HR', '--scope', scope)).key ??
    '';
  const key = await newKey('employees:write');
  const url = await runService(t, join(server.folder, 'engaged.db'));
  const client = createCommandLine<Printed>(t, { env: { ENGAGED_KEY: key, ENGAGED_URL: url } });
  const roster = (name: string, lines: readonly string[]) => {
    writeRoster(server.folder, name, lines);
    return writeRoster(client.folder, name, lines);
  };
  return { server, client, roster, newKey, key, url };
}

const wholeResult = {
  ...{ created: 1, updated: 0, unchanged: 0, reactivated: 0, deactivated: 0 },
  ...{ departments_created: 0, departments_restored: 0, deactivation_candidates: [] },
  ...{ deactivation_candidates_total: 0, unlinked_members: 0, deactivation_limit: 10 },
  ...{ deactivation_skipped_reason: null, errors: [], warnings: [] },
};

test('an import into a service prints the same as one into the data file', async (t) => {
  const { client, server, roster, key, url } = await remote(t);
  roster('staff.csv', [...people(1, 30), 'bad,bad,A,B,,']);
  const rehearsed = await server.run(['import', 'staff.csv', '--dry-run']);
  const done = await client.run(['import', 'staff.csv']);
  assert.equal(done.code, 3);
  assert.deepEqual(
    done.stdout,
    rehearsed.stdout
      .replace('Dry run: nothing was changed.\n', '')
      .replace('into Acme', `into ${url}`),
  );
  assert.equal((done.stdout + done.stderr).includes(key), false);
  roster('staff.csv', people(1, 30));
  assert.match((await client.run(['import', 'staff.csv'])).stdout, /unchanged\s+30\n/);
});

test('missing employees are deactivated over HTTP too, within the same limit', async (t) => {
  const { client, roster, url } = await remote(t);
  roster('staff.csv', people(1, 60));
  await client.run(['import', 'staff.csv']);
  roster('staff.csv', people(1, 30));
  const refused = await client.run(['import', 'staff.csv', '--deactivate-missing', '--url', url]);
  assert.equal(refused.code, 3);
  assert.ok(
    refused.stdout.endsWith(
      `:\n  engaged import staff.csv --url ${url} --deactivate-missing --max-deactivations 30\n`,
    ),
  );
  const flags = ['--deactivate-missing', '--max-deactivations', '30'];
  const done = await client.run(['import', 'staff.csv', ...flags]);
  assert.equal(done.code, 0);
  assert.match(done.stdout, /deactivated\s+30\n/);
});

test('deactivating more than half over HTTP asks first, and is refused where nobody can be asked', async (t) => {
  const { client, server, roster, url } = await remote(t);
  roster('staff.csv', people(1, 11));
  await client.run(['import', 'staff.csv']);
  roster('few.csv', people(1, 3));
  const state = async () => [
    await server.json('company', 'show'),
    await server.json('sync', 'list'),
  ];
  const before = await state();
  const argv = ['import', 'few.csv', '--deactivate-missing'];
  assert.deepEqual(await client.run([...argv, '--url', url]), {
    code: 2,
    stdout: '',
    stderr: `engaged: 8 of 11 people would be deactivated, more than half. Nothing was changed. If they have left: engaged import few.csv --url ${url} --deactivate-missing --max-deactivations 8\n`,
  });
  const rehearsed = await client.run([...argv, '--dry-run']);
  assert.equal(rehearsed.code, 3);
  assert.match(rehearsed.stdout, /\nThis is more than half: 8 of 11 people\. /);
  const leaving = people(4, 11).map((line) => `  ${line.split(',')[1]} (${line.split(',')[0]})`);
  const terminal = { columns: 120 };
  const no = await client.run(argv, { ...terminal, stdin: 'no\n' });
  assert.deepEqual([no.code, no.stdout], [1, '']);
  assert.deepEqual(await state(), before);
  const yes = await client.run(argv, { ...terminal, stdin: 'yes\n' });
  assert.equal(yes.code, 0);
  const question = [
    ...['8 of 11 people would be deactivated, more than half:', ...leaving],
    'Deactivate them? Type "yes" to go on: ',
  ].join('\n');
  assert.equal(yes.stderr.split(question).length, 2);
  assert.match(yes.stdout, /deactivated\s+8\n/);
  roster('staff.csv', people(1, 2));
  const one = await client.run(['import', 'staff.csv', '--deactivate-missing']);
  assert.equal(one.code, 0);
});

test('a long file is sent in parts: failed rows keep their lines, and duplicates are found across parts', async (t) => {
  const { client, server, roster, url } = await remote(t);
  const lines = people(1, 10_010);
  lines[9] = 'bad,bad,A,B,,';
  lines[6_000] = 'bad2,bad,A,B,,';
  lines[10_000] = person(3, 'Chief');
  // It has the id of one row and the address of another, and so spoils both.
  lines[10_001] = '0021,person7000@acme.example,A,B,,';
  roster('staff.csv', lines);
  const alone = JSON.parse(
    (await server.run(['import', 'staff.csv', '--dry-run', '--json'])).stdout,
  );
  const parts = await client.run(['import', 'staff.csv', '--json', '--rejects', 'rejects.csv']);
  assert.equal(parts.code, 3);
  const printed = JSON.parse(parts.stdout) as Printed;
  assert.deepEqual(
    printed.errors.map(({ index, line, code }) => [index, line, code]),
    [
      [2, 4, 'duplicate_external_id'],
      [9, 11, 'validation_failed'],
      [20, 22, 'duplicate_external_id'],
      [6_000, 6_002, 'validation_failed'],
      [6_999, 7_001, 'duplicate_email'],
      [10_000, 10_002, 'duplicate_external_id'],
      [10_001, 10_003, 'duplicate_external_id'],
    ],
  );
  assert.deepEqual(printed, {
    ...alone,
    dry_run: false,
    target: url,
    requests: 3,
    rejects_file: join(client.folder, 'rejects.csv'),
    // Only the machine of the service knows them.
    profiles: null,
    kept: null,
    renumbered: { total: 0, people: [] },
    mismatches: null,
    department_names: null,
  });
  const again = await client.run(['import', 'staff.csv']);
  assert.match(again.stdout, /unchanged\s+10,003\n\s+failed\s+7\n\s+requests\s+3\n/);
  assert.match(again.stdout, /Sent in several requests/);
});

test('a dry run into a service prints what the import then prints, and changes nothing', async (t) => {
  const { client, server, roster } = await remote(t);
  roster('first.csv', people(1, 60));
  roster('half.csv', [...people(31, 60), person(61), 'bad,bad,A,B,,']);
  for (const words of [
    ['first.csv'],
    ['half.csv', '--deactivate-missing', '--max-deactivations', '5'],
    ['half.csv'],
  ]) {
    const before = [await server.json('company', 'show'), await server.json('sync', 'list')];
    const rehearsed = await client.run(['import', ...words, '--dry-run']);
    assert.deepEqual(
      [await server.json('company', 'show'), await server.json('sync', 'list')],
      before,
    );
    const done = await client.run(['import', ...words]);
    assert.deepEqual(rehearsed, {
      ...done,
      stdout: `Dry run: nothing was changed.\n${done.stdout}`,
    });
  }
});

test('a long file is tried in parts, and the number of new departments is an upper bound', async (t) => {
  const { client, server, roster } = await remote(t);
  roster('staff.csv', people(1, 5_001));
  const { code, stdout, stderr } = await client.run(['import', 'staff.csv', '--dry-run']);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.match(stdout, /^Dry run: nothing was changed\.\n/);
  assert.match(stdout, /created +5,001\n/);
  assert.match(stdout, /\n {2}departments {2}at most 4 created\n {2}requests {5}2\n/);
  const { data } = await server.json<{ data: unknown[] }>('sync', 'list');
  assert.deepEqual(data, []);
});

test('parts never deactivate: a long file with --deactivate-missing is not sent', async (t) => {
  const { url, requests } = await scriptedServer(t, []);
  const { run, folder } = createCommandLine(t, { env: { ENGAGED_KEY: newApiKey('live') } });
  writeRoster(folder, 'staff.csv', people(1, 5_001));
  const { code, stderr } = await run(['import', 'staff.csv', '--url', url, '--deactivate-missing']);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /needs several requests, which cannot be combined with --deactivate-missing/,
  );
  assert.deepEqual(requests, []);
});

test('an import into the data file works while the service runs, which sees it at once', async (t) => {
  const { client, server, roster, newKey, url } = await remote(t);
  roster('staff.csv', people(1, 12));
  // The service ends what a command of another time has begun.
  const now = Date.now();
  const { code, stderr } = await server.run(['import', 'staff.csv'], { now });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.match((await client.run(['import', 'staff.csv'])).stdout, /unchanged\s+12\n/);
  const authorization = `Bearer ${await newKey('employees:read')}`;
  const answer = await fetch(`${url}/v1/employees`, { headers: { authorization } });
  const { data } = (await answer.json()) as { data: unknown[] };
  assert.equal(data.length, 12);
});

test('an error response is printed with its code and not retried', async (t) => {
  const { client, roster, newKey, url } = await remote(t);
  roster('staff.csv', people(1, 2));
  const readOnly = await newKey('employees:read');
  const unknown = newApiKey('live');
  for (const [words, why] of [
    [['--url', url, '--key', readOnly], /403 forbidden: .* employees:write/],
    [['--url', url, '--key', unknown], /401 unauthorized: Invalid API key/],
    [['--url', `${url}/elsewhere`], /404 not_found/],
  ] as const) {
    const { code, stdout, stderr } = await client.run(['import', 'staff.csv', ...words]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, why);
    assert.equal(stderr.includes(readOnly) || stderr.includes(unknown), false);
  }
});

test('busy, rate-limited, failing and unreachable services are retried, after the requested delay', async (t) => {
  const { url, requests } = await scriptedServer(t, [
    { status: 429, headers: { 'retry-after': '7' } },
    {
      status: 409,
      headers: { 'retry-after': '30' },
      body: { error: { code: 'conflict', message: 'Busy' } },
    },
    { status: 500 },
    {},
    {
      status: 503,
      headers: { 'retry-after': new Date(Date.UTC(2026, 10, 21, 9, 31)).toUTCString() },
    },
    { status: 200, body: wholeResult },
  ]);
  const waits: number[] = [];
  const key = newApiKey('live');
  const { run, folder } = createCommandLine(t, {
    env: { ENGAGED_KEY: key },
    sleep: async (milliseconds) => waits.push(milliseconds),
  });
  writeRoster(folder, 'staff.csv', people(1, 1));
  const { code, stdout, stderr } = await run(['import', 'staff.csv', '--url', url]);
  assert.equal(code, 0);
  assert.match(stdout, /created\s+1\n/);
  const least = [7_000, 30_000, 0, 0, 60_000];
  assert.equal(waits.length, least.length);
  for (const [i, wait] of waits.entries()) {
    const asked = least[i] ?? 0;
    assert.ok(wait >= asked && wait <= asked + 1000 * 2 ** i, `wait ${i}: ${wait}`);
  }
  const told = stderr.trimEnd().split('\n');
  assert.equal(told.length, 5);
  assert.match(told[1] ?? '', /answers 409 conflict: Busy\. Trying again in 3[012] s\.$/);
  assert.match(told[3] ?? '', /cannot be reached \(\w+\)\. Trying again in \d s\.$/);
  assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
  assert.equal(requests[0]?.headers.authorization, `Bearer ${key}`);
  assert.equal(requests[0]?.headers['content-length'], String(requests[0]?.body.length));
});

test('a long wait is printed in minutes, with the number of finished parts', async (t) => {
  const limited = { code: 'rate_limit_exceeded', message: 'Retry after 3571 seconds.' };
  const { url } = await scriptedServer(t, [
    { status: 200, body: wholeResult },
    { status: 429, headers: { 'retry-after': '3571' }, body: { error: limited } },
    { status: 200, body: wholeResult },
  ]);
  const { run, folder } = createCommandLine(t, { env: { ENGAGED_KEY: newApiKey('live') } });
  writeRoster(folder, 'staff.csv', people(1, 5_001));
  const { code, stderr } = await run(['import', 'staff.csv', '--url', url]);
  assert.equal(code, 0);
  assert.equal(
    stderr,
    `${url} answers 429 rate_limit_exceeded: Retry after 3571 seconds. Trying again in 60 min. 1 of 2 parts are done.\n`,
  );
});

test('after six attempts an import gives up, and prints how far it came', async (t) => {
  const { url, requests } = await scriptedServer(t, [
    { status: 200, body: wholeResult },
    { status: 500, body: { error: { code: 'internal_error', message: 'Broken' } } },
  ]);
  const { run, folder } = createCommandLine(t, { env: { ENGAGED_KEY: newApiKey('live') } });
  writeRoster(folder, 'staff.csv', people(1, 12_000));
  const { code, stdout, stderr } = await run(['import', 'staff.csv', '--url', url]);
  assert.deepEqual(
    { code, stdout, requests: requests.length },
    { code: 1, stdout: '', requests: 7 },
  );
  assert.match(
    stderr,
    /\nengaged: .* answers 500 internal_error: Broken\. By then 1 of 3 parts had been imported; .* safe\.\n$/,
  );
});

test('redirects are not followed, and responses of other servers are rejected', async (t) => {
  const elsewhere = await scriptedServer(t, [{ status: 200, body: wholeResult }]);
  const key = newApiKey('live');
  const { run, folder } = createCommandLine(t, { env: { ENGAGED_KEY: key } });
  writeRoster(folder, 'staff.csv', people(1, 1));
  for (const [line, why] of [
    [{ status: 307, headers: { location: elsewhere.url } }, /answers 307/],
    [{ status: 200, body: '<html>' }, /does not answer as this service does/],
    [{ status: 200, body: { created: 1 } }, /does not answer as this service does/],
    [{ status: 400, body: { error: { code: 'x', message: `not ${key}` } } }, /400 x: not \[key\]/],
  ] as const) {
    const { url, requests } = await scriptedServer(t, [line]);
    const { code, stderr } = await run(['import', 'staff.csv', '--url', url]);
    assert.equal(code, 1);
    assert.match(stderr, why);
    assert.equal(stderr.includes(key), false);
    assert.equal(requests.length, 1);
  }
  assert.deepEqual(elsewhere.requests, []);
});

test('incompatible options are rejected before a file is read', async (t) => {
  const key = newApiKey('live');
  const { run } = createCommandLine(t, { env: { ENGAGED_KEY: key } });
  const url = 'http://127.0.0.1:9';
  for (const [words, why] of [
    [['--url', url, '--company', 'Acme'], /the key says which company/],
    [['--url', url, '--test'], /the key says which company/],
    [['--url', url, '--data', 'engaged.db'], /--url and --data exclude each other/],
    [['--url', url, '--key', key.slice(0, -1)], /The key is not complete/],
    [['--url', 'ftp://x'], /--url takes an address/],
    [['--url', 'http://user:word@x'], /--url takes an address/],
    [['--url', 'nowhere'], /--url takes an address/],
  ] as const) {
    const { code, stderr } = await run(['import', 'missing.csv', ...words]);
    assert.equal(code, 2);
    assert.match(stderr, why);
    assert.equal(stderr.includes(key.slice(0, -1)), false);
  }
});

test('--data wins over ENGAGED_URL', async (t) => {
  const { run, json, folder } = createCommandLine(t, {
    env: { ENGAGED_URL: 'http://127.0.0.1:9' },
  });
  await json('company', 'create', '--name', 'Acme');
  writeRoster(folder, 'staff.csv', people(1, 3));
  const { code, stdout } = await run(['import', 'staff.csv', '--data', 'engaged.db']);
  assert.equal(code, 0);
  assert.match(stdout, /into Acme: 3 rows/);
});

test('what only the machine of the service can do is refused with --url, before anything is sent', async (t) => {
  const { client, server, roster, url } = await remote(t);
  roster('staff.csv', people(1, 3));
  const before = await server.json('company', 'show');
  const profiles = await client.run(['import', 'staff.csv', '--update-profiles', '--url', url]);
  assert.deepEqual(profiles, {
    code: 2,
    stdout: '',
    stderr:
      'engaged: --update-profiles works on the machine of the service, with --data instead of --url\n',
  });
  const flags = ['--allow-missing-email', '--deactivate-missing', '--url', url];
  const missing = await client.run(['import', 'staff.csv', ...flags]);
  assert.deepEqual(missing, {
    code: 2,
    stdout: '',
    stderr:
      'engaged: --allow-missing-email and --deactivate-missing exclude each other with --url: a service cannot be told whom rows without an email name. Import on its machine with --data\n',
  });
  assert.deepEqual(await server.json('company', 'show'), before);
  roster('staff.csv', [...people(1, 3), '0004,,Given,Family,,']);
  const done = await client.run(['import', 'staff.csv', '--allow-missing-email']);
  assert.equal(done.code, 0);
  assert.match(done.stdout, /3 rows\n1 row has no email and is not applied: line 5\.\n/);
});

for (const mode of ['live', 'test']) {
  test(`over HTTP nobody is deactivated where somebody missing has another number in the file, with a ${mode} key`, async (t) => {
    const { client, server, roster, newKey, url } = await remote(t);
    const env = { ENGAGED_URL: url, ENGAGED_KEY: await newKey('employees:write', mode) };
    if (mode === 'test') await server.run(['sandbox', 'reset']);
    const run = (words: string[]) => client.run(words, { env });
    roster('staff.csv', people(1, 5));
    await run(['import', 'staff.csv']);
    roster('next.csv', [...people(1, 3), person(5).replace('0005', 'A-5')]);
    const words = ['import', 'next.csv', '--deactivate-missing', '--max-deactivations', '1000'];
    const text =
      /Nobody is deactivated: of the missing, 1 person has an address that stands in the file with another external_id:\n .* \(0005\)\n/;
    for (const more of [['--dry-run'], []]) {
      const { code, stdout } = await run([...words, ...more]);
      assert.equal(code, 3);
      assert.match(stdout, text);
      assert.match(stdout, /\n {2}deactivated\s+0\n/);
    }
    const company = mode === 'test' ? ['--test'] : [];
    const update = ['employee', 'update', '0005', '--external-id', 'A-5', ...company];
    assert.equal((await server.run(update)).code, 0);
    const done = await run(words);
    assert.equal(done.code, 0);
    assert.match(done.stdout, /\n {2}deactivated\s+[1-9]\d*\n/);
  });
}
