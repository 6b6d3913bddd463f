import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from './command-line.ts';

type Printed = {
  id: string;
  sso_domains: string[];
  people_outside_sso_domains: number;
  sandbox: { id: string };
  live_sso_domains: object | null;
  errors: { code: string; message: string }[];
};

async function acme(t: TestContext, ...domains: string[]) {
  const line = createCommandLine<Printed>(t);
  const flags = domains.flatMap((domain) => ['--sso-domain', domain]);
  const company = await line.json('company', 'create', '--name', 'Acme', ...flags);
  const update = async (...words: string[]) => {
    const { sso_domains, people_outside_sso_domains } = await line.json(
      'company',
      'update',
      ...words,
    );
    return [sso_domains, people_outside_sso_domains];
  };
  const writeRoster = (...emails: string[]) => {
    const rows = emails.map((email, n) => `E${n},${email},Given,Family\n`).join('');
    writeFileSync(
      join(line.folder, 'staff.csv'),
      `external_id,email,first_name,last_name\n${rows}`,
    );
  };
  return { ...line, company, update, writeRoster };
}

test('a sign-in domain is added and removed without naming the others', async (t) => {
  const { update } = await acme(t, 'acme.example');
  assert.deepEqual(
    await update('--add-sso-domain', 'acme.test', '--add-sso-domain', 'BÜRO.example'),
    [['acme.example', 'acme.test', 'büro.example', 'xn--bro-hoa.example'], 0],
  );
  assert.deepEqual(
    await update(
      '--remove-sso-domain',
      'Büro.example',
      '--remove-sso-domain',
      'ACME.example',
      '--add-sso-domain',
      'new.example',
    ),
    [['acme.test', 'new.example'], 0],
  );
});

test('an update prints the resulting domains, and warns of active people outside them', async (t) => {
  const { run, json, company } = await acme(t);
  for (const email of ['a@old.example', 'b@Acme.Example', 'c@sub.acme.example', 'd@old.example']) {
    await json('employee', 'add', '--email', email);
  }
  await json('employee', 'deactivate', 'd@old.example', '--reason', 'Left');
  const shown = (domains: string) => [
    `Acme  ${company.id}`,
    '  created   2026-11-21 09:30 UTC',
    `  sign-in   ${domains}`,
    '  asks      again above 10,000 XP or 1,000 coins in one entry by hand',
    '  same XP   people share a place, and all who share it win, in new contests',
    '  coins     0 for each 100 XP',
    '  worth     not said',
    '  welcome   0 XP and 0 coins for newcomers, “Welcome”',
    '  about     nothing said',
    '  language  English',
    '  times     in UTC',
    '  authority roster, about who is active',
    '  mails     redemption, badge, prize, decision, blocked, thanks',
    '  ranking   named',
    '  numbers   about a department from 5 people on',
    '  managers  see people one by one',
    '  logo      none',
    '  holds     3 active, 1 deactivated person; 0 departments; 0 keys',
    `  sandbox   ${company.sandbox.id}`,
  ];
  const warned = await run(['company', 'update', '--sso-domain', 'acme.example']);
  const lines = warned.stdout.split('\n');
  assert.deepEqual(
    [warned.code, warned.stderr, lines.toSpliced(shown('').length, 1)],
    [
      0,
      '',
      [
        ...shown('acme.example'),
        '',
        '2 active people have an email address outside these sign-in domains.',
        'An import rejects rows with such an address. To allow another domain: --add-sso-domain',
        '',
      ],
    ],
  );
  const one = await run(['company', 'update', '--add-sso-domain', 'old.example']);
  assert.deepEqual(one.stdout.split('\n').slice(shown('').length + 1), [
    '',
    '1 active person has an email address outside these sign-in domains.',
    'An import rejects rows with such an address. To allow another domain: --add-sso-domain',
    '',
  ]);
  const none = await run(['company', 'update', '--add-sso-domain', 'sub.acme.example']);
  assert.deepEqual(none.stdout.split('\n').toSpliced(shown('').length, 1), [
    ...shown('acme.example, old.example, sub.acme.example'),
    '',
  ]);
  const all = await json('company', 'update', '--no-sso');
  assert.deepEqual([all.sso_domains, all.people_outside_sso_domains], [[], 0]);
});

test('domain options that exclude each other, an unknown domain and the last domain are refused', async (t) => {
  const { run, json } = await acme(t, 'acme.example', 'acme.test');
  const before = await json('company', 'show');
  for (const [words, code, message] of [
    [[], 2, 'Say what to change. The options: engaged company update --help'],
    [
      ['--add-sso-domain', 'b.example', '--no-sso'],
      2,
      '--add-sso-domain and --remove-sso-domain exclude --sso-domain and --no-sso',
    ],
    [
      ['--remove-sso-domain', 'acme.test', '--sso-domain', 'b.example'],
      2,
      '--add-sso-domain and --remove-sso-domain exclude --sso-domain and --no-sso',
    ],
    [
      ['--remove-sso-domain', 'other.example'],
      1,
      'A domain to remove is not in the list: acme.example, acme.test',
    ],
    [
      ['--remove-sso-domain', 'acme.example', '--remove-sso-domain', 'acme.test'],
      1,
      'Without any domain, people sign in with any address. To allow that: --no-sso',
    ],
    [['--add-sso-domain', 'no domain'], 1, 'sso_domain must be a domain such as example.com'],
  ] as const) {
    assert.deepEqual(await run(['company', 'update', ...words]), {
      ...{ code, stdout: '' },
      stderr: `engaged: ${message}\n`,
    });
  }
  assert.deepEqual(await json('company', 'show'), before);
});

test('the help of --sso-domain says that it replaces the list', async (t) => {
  const { stdout } = await createCommandLine(t).run(['company', 'update', '--help']);
  assert.match(
    stdout,
    /--sso-domain <domain> +replace the whole list of sign-in domains by this one/,
  );
});

test('an import names the allowed domains beside rows that are on none of them', async (t) => {
  const { run, writeRoster, folder } = await acme(t, 'acme.example', 'acme.test');
  writeRoster('a@acme.test', 'b@other.example', 'c@acme.com');
  assert.deepEqual(await run(['import', 'staff.csv', '--rejects', 'rejects.csv']), {
    code: 3,
    stdout: [
      'staff.csv into Acme: 3 rows',
      '',
      '  created      1',
      '  updated      0',
      '  unchanged    0',
      '  failed       2',
      '',
      '2 rows failed:',
      '  email_domain_not_allowed  2',
      "    email is not on one of the company's sign-in domains: acme.example, acme.test: lines 3, 4",
      '',
      `The failed rows are in ${join(folder, 'rejects.csv')}. Fix them there and import that file with the same options, without --rejects.`,
      '',
    ].join('\n'),
    stderr: '',
  });
  assert.match(readFileSync(join(folder, 'rejects.csv'), 'utf8'), /acme\.example, acme\.test/);
});

test('a rehearsal in the sandbox notes how many rows the company itself would reject for their domain', async (t) => {
  const { run, json, writeRoster } = await acme(t, 'acme.example', 'acme.test');
  writeRoster('a@Acme.Test', 'b@other.example', 'c@acme.com', 'nobody');
  const { code, stdout } = await run(['import', 'staff.csv', '--test']);
  assert.deepEqual(
    [code, stdout.split('\n').slice(-4)],
    [
      3,
      [
        '',
        'Outside the sandbox 2 of these rows would fail. Only these sign-in domains are allowed there:',
        '  acme.example, acme.test',
        '',
      ],
    ],
  );
  writeRoster('a@acme.test', 'b@other.example');
  const printed = await json('import', 'staff.csv', '--test');
  assert.deepEqual(
    [printed.live_sso_domains, printed.errors],
    [{ rejected_rows: 1, sso_domains: ['acme.example', 'acme.test'] }, []],
  );
  await run(['company', 'update', '--no-sso']);
  assert.equal((await json('import', 'staff.csv', '--test')).live_sso_domains, null);
});
