import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { png } from '../domain/pictures.ts';
import { createCommandLine } from './command-line.ts';

type Company = {
  id: string;
  name: string;
  sso_domains: string[];
  counts: { active: number };
  sandbox: { id: string; name: string; counts: { active: number } };
};

test('company create creates a missing data file with that company and its filled sandbox', async (t) => {
  const { json, folder } = createCommandLine(t);
  const company: Company = await json('company', 'create', '--name', ' Acme ');
  assert.ok(existsSync(join(folder, 'engaged.db')));
  assert.equal(company.name, 'Acme');
  assert.equal(company.counts.active, 0);
  assert.equal(company.sandbox.name, 'Acme (sandbox)');
  assert.ok(company.sandbox.counts.active > 10);
  assert.deepEqual(await json('company', 'list'), { data: [company] });
});

test('no data file is created if its first company is rejected', async (t) => {
  const { run, folder } = createCommandLine(t);
  const outcome = await run(['company', 'create', '--name', ' ']);
  assert.deepEqual(outcome, { code: 1, stdout: '', stderr: 'engaged: name must not be empty\n' });
  assert.ok(!existsSync(join(folder, 'engaged.db')));
});

test('company names are unique, ignoring case', async (t) => {
  const { json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const { code, stderr } = await run(['company', 'create', '--name', 'ACME']);
  assert.equal(code, 1);
  assert.equal(stderr, 'engaged: Another company already has this name\n');
});

test('a company is referenced by id or by name in any case, and is the default if it is the only one', async (t) => {
  const { json, run } = createCommandLine(t);
  const acme: Company = await json('company', 'create', '--name', 'Acme');
  for (const named of [[], ['acme'], [acme.id.toUpperCase()]]) {
    assert.deepEqual(await json('company', 'show', ...named), acme);
  }
  await json('company', 'create', '--name', 'Umbrella');
  const unnamed = await run(['company', 'show']);
  assert.equal(unnamed.code, 2);
  assert.match(unnamed.stderr, /several companies.*Acme \(.*Umbrella \(/);
  const unknown = await run(['company', 'show', 'Initech']);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /Company not found\. .*Acme \(.*Umbrella \(/);
});

test('renaming a company renames its sandbox', async (t) => {
  const { json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const renamed: Company = await json('company', 'update', 'Acme', '--name', 'Acme Europe');
  assert.equal(renamed.name, 'Acme Europe');
  assert.equal(renamed.sandbox.name, 'Acme Europe (sandbox)');
});

test('sign-in domains are replaced all at once, and removed by --no-sso', async (t) => {
  const { json, run } = createCommandLine(t);
  const domainsOf = (company: Company) => company.sso_domains;
  const made: Company = await json('company', 'create', '--name', 'A', '--sso-domain', 'A.example');
  assert.deepEqual(domainsOf(made), ['a.example']);
  const update = (...flags: string[]): Promise<Company> => json('company', 'update', ...flags);
  const both = await update('--sso-domain', 'c.example', '--sso-domain', 'b.example');
  assert.deepEqual(domainsOf(both), ['b.example', 'c.example']);
  assert.deepEqual(domainsOf(await update('--name', 'B')), ['b.example', 'c.example']);
  assert.deepEqual(domainsOf(await update('--no-sso')), []);
  assert.equal((await run(['company', 'update'])).code, 2);
  assert.equal((await run(['company', 'update', '--no-sso', '--sso-domain', 'x.example'])).code, 2);
  assert.equal((await run(['company', 'update', '--sso-domain', 'no domain'])).code, 1);
});

test('every decision about companies is in the audit log with actor and time, before and after', async (t) => {
  const { json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  await json('company', 'update', '--name', 'Acme Europe');
  const sqlite = new Sqlite(join(folder, 'engaged.db'), { readonly: true });
  t.after(() => sqlite.close());
  const rows = sqlite
    .prepare(
      `select actor, action, before, after from audit_log where company_id = 1 order by entry`,
    )
    .all();
  const actor = 'command line (test)';
  assert.deepEqual(rows, [
    {
      actor,
      action: 'company.create',
      before: null,
      after: '{"name":"Acme","sso_domains":[]}',
    },
    {
      actor,
      action: 'company.update',
      before:
        '{"name":"Acme","sso_domains":[],"logo_url":null,"ask_above_xp":10000,"ask_above_coins":1000,"ties":"shared","coins_per_100_xp":0,"worth_of_100_coins":0,"currency":"EUR","welcome_xp":0,"welcome_coins":0,"welcome_reason":"Welcome","about":null,"language":"en","time_zone":"UTC","roster_authority":"roster","mails":"redemption,badge,prize,decision,blocked,thanks","ranking":"named","hide_names_in_api":false,"smallest_group":5,"managers_see_people":true}',
      after:
        '{"name":"Acme Europe","sso_domains":[],"logo_url":null,"ask_above_xp":10000,"ask_above_coins":1000,"ties":"shared","coins_per_100_xp":0,"worth_of_100_coins":0,"currency":"EUR","welcome_xp":0,"welcome_coins":0,"welcome_reason":"Welcome","about":null,"language":"en","time_zone":"UTC","roster_authority":"roster","mails":"redemption,badge,prize,decision,blocked,thanks","ranking":"named","hide_names_in_api":false,"smallest_group":5,"managers_see_people":true}',
    },
  ]);
});

test('a company gives coins for XP from an update on, whose bounds are those of the portal', async (t) => {
  const { json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  await json('employee', 'add', '--email', 'ada@acme.example');
  await json('xp', 'award', 'ada@acme.example', '500');
  const updated = await run(['company', 'update', '--coins-per-100-xp', '15']);
  assert.match(updated.stdout, /\n {2}coins {5}15 for each 100 XP\n/);
  await json('xp', 'award', 'ada@acme.example', '20');
  const { xp, coins } = await json<Record<string, number>>(
    ...['employee', 'show', 'ada@acme.example'],
  );
  assert.deepEqual([xp, coins], [520, 3]);
  const { coins_per_100_xp } = await json<Record<string, number>>('company', 'show');
  assert.equal(coins_per_100_xp, 15);
  for (const wrong of ['-1', '1001', '2.5'])
    assert.equal((await run(['company', 'update', `--coins-per-100-xp=${wrong}`])).code, 2);
});

test('a company says what its coins are worth in a currency that is in use, and what newcomers are given', async (t) => {
  const { json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const updated = await run([
    'company',
    'update',
    '--worth-of-100-coins',
    '2.50',
    '--currency',
    'chf',
  ]);
  assert.match(updated.stdout, /\n {2}worth {5}2\.50 CHF for 100 coins\n/);
  const { worth_of_100_coins, currency } = await json<Record<string, unknown>>('company', 'show');
  assert.deepEqual({ worth_of_100_coins, currency }, { worth_of_100_coins: 2.5, currency: 'CHF' });
  const greeted = await json<Record<string, unknown>>(
    ...['company', 'update', '--welcome-xp', '50', '--welcome-coins', '20'],
    ...['--welcome-reason', 'Hello', '--about', 'Courses bring 100 XP.'],
  );
  const { welcome_xp, welcome_coins, welcome_reason, about } = greeted;
  assert.deepEqual(
    [welcome_xp, welcome_coins, welcome_reason, about],
    [50, 20, 'Hello', 'Courses bring 100 XP.'],
  );
  await json('employee', 'add', '--email', 'ada@acme.example');
  const { xp, coins } = await json<Record<string, unknown>>(
    ...['employee', 'show', 'ada@acme.example'],
  );
  assert.deepEqual([xp, coins], [50, 20]);
  assert.equal((await json<{ about: null }>('company', 'update', '--about', '')).about, null);
});

test('a company has a time zone by name, in the spelling in which it was given', async (t) => {
  const { json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const zoneAfter = async (name: string) =>
    (await json<{ time_zone: string }>('company', 'update', '--time-zone', name)).time_zone;
  for (const zone of ['Europe/Kyiv', 'America/Argentina/Ushuaia', 'UTC']) {
    assert.equal(await zoneAfter(zone), zone);
  }
  const stderr = 'engaged: time_zone must be UTC, or a time zone such as Europe/Berlin\n';
  for (const wrong of [
    'CET',
    '+01:00',
    'Europe/Atlantis',
    '',
    '../etc/localtime',
    `A/${'b'.repeat(200)}`,
  ]) {
    const refused = { code: 1, stdout: '', stderr };
    assert.deepEqual(await run(['company', 'update', `--time-zone=${wrong}`]), refused, wrong);
  }
});

test('a company says what its people are told of by mail', async (t) => {
  const { json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const mails = async (kinds: string) =>
    (await json<{ mails: string }>('company', 'update', '--mails', kinds)).mails;
  assert.equal(await mails('prize, redemption'), 'redemption,prize');
  assert.equal(await mails(''), '');
  const { code, stderr } = await run(['company', 'update', '--mails', 'badge,weather']);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /mails must be one of redemption, badge, prize, decision, blocked, digest, thanks/,
  );
  for (const wrong of ['-1', '100001', '2.505', 'NaN', '1e3'])
    assert.equal((await run(['company', 'update', `--worth-of-100-coins=${wrong}`])).code, 2);
  assert.equal((await run(['company', 'update', '--currency', 'DEM'])).code, 1);
});

test('a company says what rankings show, and people how they are shown', async (t) => {
  const { json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  await json('employee', 'add', '--email', 'ada@acme.example', '--name', 'Ada Lark');
  const { ranking, hide_names_in_api } = await json<Record<string, unknown>>(
    ...['company', 'update', '--ranking', 'off', '--hide-names-in-api', 'yes'],
  );
  assert.deepEqual([ranking, hide_names_in_api], ['off', true]);
  const rows = async () =>
    (await json<{ data: { name: string | null }[] }>('leaderboard')).data.map(({ name }) => name);
  assert.deepEqual(await rows(), [null]);
  await json('company', 'update', '--ranking', 'named');
  assert.deepEqual(await rows(), ['Ada Lark']);
  const update = (...options: string[]) =>
    run(['employee', 'update', 'ada@acme.example', ...options]);
  const { stdout } = await update('--shown-as', 'nickname', '--nickname', 'Blue heron');
  assert.match(stdout, / {2}shown as +nickname\n {2}nickname +Blue heron$/m);
  assert.deepEqual(await rows(), [null]);
  await json('company', 'update', '--hide-names-in-api', 'no');
  assert.deepEqual(await rows(), ['Ada Lark']);
  assert.equal((await update('--no-nickname')).code, 1);
  assert.equal((await update('--shown-as', 'default', '--no-nickname')).code, 0);
  const words = [
    ...[
      ['--ranking', 'some'],
      ['--hide-names-in-api', 'maybe'],
      ['--smallest-group', '2'],
    ],
    ...[
      ['--smallest-group', '21'],
      ['--managers-see-people', 'sometimes'],
    ],
  ];
  for (const option of words) assert.equal((await run(['company', 'update', ...option])).code, 2);
});

test('pictures are uploaded from files, of which what is in them counts', async (t) => {
  const { json, run, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  writeFileSync(join(folder, 'logo.txt'), png());
  writeFileSync(join(folder, 'logo.png'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const path = /^\/images\/[0-9a-f]{64}\.png$/;
  const { logo_url } = await json<{ logo_url: string }>('company', 'update', '--logo', 'logo.txt');
  const badge = ['badge', 'define', 'a', '--name', 'A', '--category', 'social', '--rarity', 'rare'];
  const { icon_url } = await json<{ icon_url: string }>(...badge, '--icon', 'logo.txt');
  const item = ['shop', 'add', '--name', 'Mug', '--category', 'merch', '--price', '80'];
  const described = [...item, '--description', 'Holds coffee'];
  const { image_url } = await json<{ image_url: string }>(...described, '--image', 'logo.txt');
  assert.match(logo_url, path);
  assert.deepEqual([icon_url, image_url], [logo_url, logo_url]);
  for (const [words, code, message] of [
    [['company', 'update', '--logo', 'logo.png'], 1, 'logo must be a PNG, JPEG or WebP picture'],
    [[...badge, '--icon', 'logo.png'], 1, 'icon must be a PNG, JPEG or WebP picture'],
    [[...described, '--image', 'no.png'], 1, `There is no file at ${join(folder, 'no.png')}.`],
    [described, 2, 'Say the picture: --image FILE'],
    [
      [...described, '--image', 'logo.txt', '--image-url', 'https://a.example/a.png'],
      2,
      '--image and --image-url exclude each other',
    ],
  ] as const) {
    const stderr = `engaged: ${message}\n`;
    assert.deepEqual(await run([...words]), { code, stdout: '', stderr });
  }
  const elsewhere = ['shop', 'update', 'Mug', '--image-url', 'https://acme.example/mug.png'];
  await json(...elsewhere);
  const { logo_url: none } = await json<{ logo_url: null }>('company', 'update', '--no-logo');
  assert.equal(none, null);
});
