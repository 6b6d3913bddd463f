import assert from 'node:assert/strict';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { checkFileSystem } from '../../src/service/operations/doctor/environment.ts';
import type { Finding } from '../../src/service/operations/doctor/finding.ts';
import { checkNode } from '../../src/service/operations/doctor/versions.ts';
import { SCHEMA_VERSION } from '../../src/store/sqlite/migrate.ts';
import { CLIENT, startProvider } from '../portal/identity-provider.ts';
import { makeCertificate, NO_OPENSSL } from './certificates.ts';
import { type CommandEnvironment, createCommandLine, NOW } from './command-line.ts';

type Report = {
  ok: boolean;
  checks: Finding[];
  settings: { setting: string; value: string; source: string }[];
};

const DAY = 86_400_000;

async function setUpCompany(t: TestContext) {
  const line = createCommandLine(t);
  const file = join(line.folder, 'engaged.db');
  await line.json('company', 'create', '--name', 'Acme');
  const report = async (environment: CommandEnvironment = {}, ...flags: string[]) => {
    const { code, stdout, stderr } = await line.run(['doctor', '--json', ...flags], environment);
    assert.equal(stderr, '');
    const report = JSON.parse(stdout) as Report;
    assert.equal(code, report.ok ? 0 : 1);
    return report;
  };
  /** What is not well, as `level check`. */
  const complaints = async (environment: CommandEnvironment = {}, ...flags: string[]) =>
    (await report(environment, ...flags)).checks
      .filter(({ level }) => level !== 'ok')
      .map(({ level, check }) => `${level} ${check}`);
  const change = (sql: string) => {
    const sqlite = new Sqlite(file);
    sqlite.pragma('foreign_keys = off');
    sqlite.exec(sql);
    sqlite.close();
  };
  return { ...line, file, report, complaints, change };
}

test('a new company has no problems, and every check reports ok', async (t) => {
  const { report, run } = await setUpCompany(t);
  const { ok, checks } = await report();
  assert.ok(ok);
  assert.deepEqual(
    checks.filter(({ level, advice }) => level !== 'ok' || advice !== null),
    [],
  );
  const names = checks.map(({ check }) => check);
  for (const name of ['integrity', 'ledgers', 'clock', 'privacy', 'disk', 'SQLite', 'keys']) {
    assert.ok(names.includes(name), name);
  }
  const { code, stdout } = await run(['doctor']);
  assert.equal(code, 0);
  assert.match(stdout, /^ok {7}ledgers/m);
});

test('months that are due and not closed are a warning, and one that has not ended is a problem', async (t) => {
  const { json, report, complaints } = await setUpCompany(t);
  await json('employee', 'add', '--email', 'ada@acme.example');
  for (const at of ['2026-08-02', '2026-10-02']) {
    await json('xp', 'award', 'ada@acme.example', '7', '--at', at);
  }
  const due = { now: Date.UTC(2026, 11, 11, 1) };
  const months = async (environment: CommandEnvironment = {}) => {
    const found = (await report(environment)).checks.find(({ check }) => check === 'months');
    return [found?.message, found?.advice];
  };
  const fine = ['Every month that is due is closed', null];
  assert.deepEqual(await months({ now: due.now - 1 }), fine);
  assert.deepEqual(await months(due), [
    '1 month is due and not closed, since 2026-11',
    'The service closes them while it runs. Without it: engaged month close MONTH',
  ]);
  for (const month of ['2026-10', '2026-08']) await json('month', 'close', month);
  assert.deepEqual(await months(), fine);
  assert.deepEqual(await months({ now: Date.UTC(2026, 9, 31) }), [
    '1 month is closed and not over: the clock was or is wrong',
    'Check the clock, and then: engaged month reopen 2026-10',
  ]);
  const early = { now: Date.UTC(2026, 7, 1) };
  assert.deepEqual(await months(early), [
    '2 months are closed and not over: the clock was or is wrong',
    'Check the clock, and then: engaged month reopen 2026-08 2026-10',
  ]);
  assert.deepEqual(await complaints(early), ['problem clock', 'problem months']);
  await json('company', 'create', '--name', "Bo's Ltd");
  const ofBo = ['--company', "Bo's Ltd"];
  await json('employee', 'add', '--email', 'bo@acme.example', ...ofBo);
  await json('xp', 'award', 'bo@acme.example', '7', '--at', '2026-09-02', ...ofBo);
  await json('month', 'close', '2026-09', ...ofBo);
  assert.deepEqual(await months(early), [
    '3 months are closed in 2 companies and not over: the clock was or is wrong',
    'Check the clock, and then: engaged month reopen 2026-08 2026-10 --company Acme, and engaged doctor for the other companies',
  ]);
  await json('month', 'reopen', '2026-08', '2026-10', '--company', 'Acme');
  assert.deepEqual(await months(early), [
    '1 month is closed and not over: the clock was or is wrong',
    "Check the clock, and then: engaged month reopen 2026-09 --company 'Bo'\\''s Ltd'",
  ]);
});

test('damaged standings of a closed month are a problem', async (t) => {
  const { json, complaints, change, report } = await setUpCompany(t);
  await json('employee', 'add', '--email', 'ada@acme.example');
  await json('xp', 'award', 'ada@acme.example', '7', '--at', '2026-10-02');
  await json('month', 'close', '2026-10');
  assert.deepEqual(await complaints(), []);
  change("delete from standings_blocks where company_id = 1 and list = 'ranks'");
  assert.deepEqual(await complaints(), ['problem standings']);
  const { checks } = await report();
  assert.equal(
    checks.find(({ check }) => check === 'standings')?.message,
    'The standings of 2026-10 are damaged',
  );
});

test('contests that are over and not closed, and prizes without their badge, are warnings', async (t) => {
  const { json, report, complaints, change } = await setUpCompany(t);
  await json(
    ...['contest', 'create', '--name', 'Advent', '--first-day', '2026-11-22', '--last-day'],
    ...['2026-11-30', '--prize', '1=coins:5'],
  );
  const contests = async (environment: CommandEnvironment = {}) =>
    (await report(environment)).checks.find(({ check }) => check === 'contests')?.message;
  assert.equal(await contests(), 'Every contest that is over is closed');
  change(
    `update contests set prizes = '[{"first_rank":1,"last_rank":1,"badge":"gone","coins":null}]'`,
  );
  assert.equal(await contests(), '1 prize is a badge that does not exist');
  const due = { now: Date.UTC(2026, 11, 11, 1) };
  assert.equal(await contests({ now: due.now - 1 }), '1 prize is a badge that does not exist');
  assert.equal(await contests(due), '1 contest is over and not closed');
  change(
    "update contests set closed_at = 0, people = 0, standings = 999, withheld = '[]', ends_at = 9999999999999",
  );
  assert.equal(await contests(), '1 contest is closed and not over: the clock was or is wrong');
  assert.deepEqual(await complaints(), ['problem contests']);
});

test('a proxy that only public-url names is a warning', async (t) => {
  const { run, json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const warned = async (...settings: string[]) =>
    /warning +proxy +public-url is an https address .* trusted-proxies/.test(
      (await run(['doctor', ...settings])).stdout,
    );
  const url = ['--public-url', 'https://people.acme.example'];
  assert.equal(await warned(...url), true);
  assert.equal(await warned(...url, '--trusted-proxies', '10.0.0.1'), false);
  assert.equal(await warned('--public-url', 'http://localhost:8080'), false);
});

test('an inconsistent ledger and a dangling reference are problems', async (t) => {
  const { complaints, change } = await setUpCompany(t);
  change('update employees set xp = xp + 1 where number = 1');
  assert.deepEqual(await complaints(), ['problem ledgers']);
  change('delete from badges');
  assert.deepEqual(await complaints(), ['problem references', 'problem ledgers']);
});

test('a damaged, a foreign and a missing file are reported as problems like any other', async (t) => {
  const { complaints, file } = await setUpCompany(t);
  const bytes = readFileSync(file);
  bytes.fill(0xa5, bytes.length - 8192, bytes.length - 4096);
  writeFileSync(file, bytes);
  assert.deepEqual((await complaints())[0], 'problem integrity');
  writeFileSync(file, 'Dear diary');
  assert.deepEqual(await complaints(), ['problem data file']);
  assert.deepEqual(await complaints({}, '--data', 'no.db'), ['problem data file']);
});

test('an older schema is a warning and is not migrated', async (t) => {
  const { complaints, change, file } = await setUpCompany(t);
  change(`pragma user_version = ${SCHEMA_VERSION - 1}`);
  const before = readFileSync(file);
  assert.deepEqual(await complaints(), ['warning schema']);
  assert.deepEqual(readFileSync(file), before);
});

test('a clock behind the latest record is a problem', async (t) => {
  const { complaints } = await setUpCompany(t);
  assert.deepEqual(await complaints({ now: NOW - 59_000 }), []);
  assert.deepEqual(await complaints({ now: NOW - DAY }), ['problem clock']);
});

test('a file that everyone can read is a problem', async (t) => {
  const { complaints, file } = await setUpCompany(t);
  chmodSync(file, 0o640);
  assert.deepEqual(await complaints(), []);
  chmodSync(file, 0o644);
  assert.deepEqual(await complaints(), ['problem privacy']);
});

test('keys that expire soon, are unused or old are warnings, until they have a successor or are revoked', async (t) => {
  const { json, report } = await setUpCompany(t);
  const create = (name: string, ...flags: string[]) =>
    json<{ id: string }>(
      ...['key', 'create', '--mode', 'live', '--name', name, '--scope', 'all', ...flags],
    );
  await create('short', '--expires-in', '20d');
  await create('long', '--expires-in', '90d');
  const rotated = await create('rotated', '--expires-in', '45d');
  await json('key', 'rotate', rotated.id, '--overlap', '10d');
  const warnings = async (now: number) => {
    const { checks, ok } = await report({ now });
    assert.ok(ok);
    return checks
      .filter(({ check, level }) => check === 'keys' && level === 'warning')
      .map(({ message }) => message);
  };
  const early = await warnings(NOW);
  assert.equal(early.length, 1);
  assert.match(early[0] ?? '', /^The key "short" \(.{36}\) expires on 2026-12-11$/);
  const later = await warnings(NOW + 31 * DAY);
  assert.equal(later.length, 2);
  assert.match(later[0] ?? '', /"long" .* is 31 days old and was never used/);
  assert.match(later[1] ?? '', /"rotated" .* expires on 2027-01-05/);
});

test('settings are shown with their source, an invalid one is a problem, and secrets are hidden', async (t) => {
  const { report } = await setUpCompany(t);
  const secret = 'only-for-prometheus';
  const env = { ENGAGED_IP_LIMIT: '50', ENGAGED_METRICS_TOKEN: secret, ENGAGED_PORT: 'x' };
  const { checks, settings } = await report({ env }, '--log-level', 'debug');
  const shown = Object.fromEntries(
    settings.map(({ setting, value, source }) => [setting, `${value} ${source}`]),
  );
  assert.equal(shown['ip-limit'], '50 ENGAGED_IP_LIMIT');
  assert.equal(shown['log-level'], 'debug --log-level');
  const { data = '', host } = shown;
  assert.match(data, /engaged\.db (default|--data)$/);
  assert.equal(host, '127.0.0.1 default');
  assert.equal(shown['metrics-token'], '(set) ENGAGED_METRICS_TOKEN');
  assert.deepEqual(
    checks.filter(({ level }) => level !== 'ok').map(({ message }) => message),
    ['ENGAGED_PORT must be a whole number from 0 to 65535'],
  );
});

test('network file systems are problems, temporary ones warnings, disks are ok', () => {
  const levelOf = (type: number) => checkFileSystem(type).level;
  for (const network of [0x6969, 0xff534d42, 0x01021997]) assert.equal(levelOf(network), 'problem');
  for (const passing of [0x65735546, 0x794c7630, 0x01021994]) {
    assert.equal(levelOf(passing), 'warning');
  }
  for (const disk of [0xef53, 0x9123683e, 0x58465342]) assert.equal(levelOf(disk), 'ok');
});

test('a Node version that crashes is a problem', () => {
  assert.equal(checkNode('22.13.1').level, 'problem');
  assert.equal(checkNode('20.19.0').level, 'problem');
  for (const version of ['22.14.0', '22.20.0', '24.1.0']) {
    assert.equal(checkNode(version).level, 'ok');
  }
});

test('a hard link to the data file and leftovers of a killed command are warnings', async (t) => {
  const { complaints, report, file, folder } = await setUpCompany(t);
  linkSync(file, join(folder, 'hard.db'));
  assert.deepEqual(await complaints(), ['warning names']);
  rmSync(join(folder, 'hard.db'));
  const left = join(folder, 'b.db.making-AbCdEf');
  mkdirSync(left);
  for (const name of ['lock', 'file']) writeFileSync(join(left, name), '');
  const { checks, ok } = await report();
  assert.ok(ok);
  assert.deepEqual(
    checks.filter(({ level }) => level !== 'ok'),
    [
      {
        check: 'leftovers',
        level: 'warning',
        message: `Unfinished files of a command that was killed: ${left}`,
        advice: 'The next start of the service, backup or restore to that folder removes them',
      },
    ],
  );
  assert.deepEqual(readdirSync(left).sort(), ['file', 'lock']);
});

test('a backup older than a week, and none in a file older than that, is worth a warning', async (t) => {
  const { run, report } = await setUpCompany(t);
  const backupAfter = async (days: number) =>
    (await report({ now: NOW + days * DAY })).checks.filter(({ check }) => check === 'backup');
  const warned = (message: string) => [
    {
      ...{ check: 'backup', level: 'warning', message },
      advice: 'Make one every night; see: engaged deploy nightly',
    },
  ];
  assert.deepEqual(await backupAfter(7), []);
  assert.deepEqual(await backupAfter(8), warned('engaged backup has made no backup yet'));
  await run(['backup', 'b.db']);
  assert.deepEqual(await backupAfter(7), [
    {
      ...{ check: 'backup', level: 'ok', advice: null },
      message: 'The last backup was made 2026-11-21T09:30:00.000Z',
    },
  ]);
  assert.deepEqual(
    await backupAfter(8),
    warned('The last backup was made 8 days ago, 2026-11-21T09:30:00.000Z'),
  );
});

test('what is advised about a webhook works as printed, whichever company or sandbox it is in', async (t) => {
  const { json, run, report, change } = await setUpCompany(t);
  await json('company', 'create', '--name', 'Beta');
  for (const sandbox of [[], ['--test']]) {
    await json('webhook', 'create', '--url', 'https://a.example/', '--company', 'Beta', ...sandbox);
  }
  change(`update webhooks set disabled_at = ${NOW}, disabled_by = 'failures'`);
  const { checks } = await report();
  const advised = checks.flatMap(({ check, advice }) =>
    check === 'webhooks' && advice ? [advice.replace(/^engaged (.*), or delete it$/, '$1')] : [],
  );
  assert.equal(advised.length, 2);
  for (const command of advised) {
    const { code, stderr } = await run(command.split(' '));
    assert.deepEqual([code, stderr], [0, '']);
  }
  const { checks: after } = await report();
  assert.deepEqual(after.find(({ check }) => check === 'webhooks')?.level, 'ok');
});

test('the OpenID provider is asked how it describes itself, and its clock is compared', async (t) => {
  const { report } = await setUpCompany(t);
  const idp = await startProvider(t, 'https://engaged.example/portal/oidc/callback');
  const settings = {
    ENGAGED_OIDC_ISSUER: idp.issuer,
    ENGAGED_OIDC_CLIENT_ID: CLIENT.clientId,
    ENGAGED_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    ENGAGED_PUBLIC_URL: 'https://engaged.example',
  };
  const found = async (env: Record<string, string> = {}, now = Date.now()) => {
    const { checks, settings: shown } = await report({ now, env: { ...settings, ...env } });
    assert.ok(!JSON.stringify([checks, shown]).includes(CLIENT.clientSecret));
    return checks
      .filter(({ check }) => check === 'sign-in')
      .map(({ level, message }) => `${level} ${message.replace(/\d{2,} seconds/, 'N seconds')}`);
  };
  const described =
    'ok The provider describes itself; its redirect address is https://engaged.example/portal/oidc/callback';
  const agreed = 'ok The clocks of the provider and of this machine agree';
  assert.deepEqual(await found(), [described, agreed]);
  assert.deepEqual(await found({}, Date.now() + 120_000), [
    described,
    'problem The clock of the provider is N seconds behind the clock of this machine',
  ]);
  assert.deepEqual(await found({}, Date.now() - 120_000), [
    described,
    'problem The clock of the provider is N seconds ahead of the clock of this machine',
  ]);
  assert.deepEqual(await found({ ENGAGED_OIDC_ISSUER: `${idp.issuer}/` }), [
    "problem The provider's description cannot be used (issuer)",
  ]);
  assert.deepEqual(await found({ ENGAGED_OIDC_CLIENT_ID: '' }), [
    'problem oidc-issuer needs oidc-client-id, oidc-client-secret and public-url, too',
  ]);
  await idp.stop();
  assert.deepEqual(await found(), [
    'warning The provider cannot be reached from this machine (ECONNREFUSED)',
  ]);
});

test('a certificate that ends soon is a warning, and one that has ended or cannot be used a problem', {
  skip: NO_OPENSSL,
}, async (t) => {
  const { report, folder } = await setUpCompany(t);
  const { cert, key } = makeCertificate(folder, 'soon', { days: 30 });
  const made = Date.now();
  const found = async (now: number, flags = ['--tls-cert', cert, '--tls-key', key]) =>
    (await report({ now }, ...flags)).checks
      .filter(({ check }) => check === 'certificate')
      .map(({ level, message }) => `${level} ${message.replace(/ \d{4}-\S+$/, '')}`);
  assert.deepEqual(await found(made), ['ok The certificate is valid until']);
  assert.deepEqual(await found(made + 10 * DAY), ['warning The certificate expires']);
  assert.deepEqual(await found(made + 31 * DAY), ['problem The certificate expired']);
  assert.deepEqual(await found(made - DAY), ['problem The certificate is not valid before']);
  assert.deepEqual(await found(made, ['--tls-cert', cert]), [
    'problem tls-cert and tls-key need each other',
  ]);
  assert.deepEqual(await found(made, ['--tls-cert', key, '--tls-key', key]), [
    'problem tls-cert must name a file with a certificate in PEM',
  ]);
});
