import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { createCommandLine } from '../cli/command-line.ts';
import { people, writeRoster } from '../cli/import/roster-file.ts';
import { NOW } from '../service/test-company.ts';
import { onlyInAFile } from '../store/only-in-a-file.ts';
import { startTestService, type TestService } from './harness.ts';

const TOKEN = 'only-for-prometheus';

async function scrape(service: TestService): Promise<string> {
  const { status, text } = await fetchMetrics(service);
  assert.equal(status, 200);
  return text;
}

async function fetchMetrics({ url }: TestService) {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return { status: answer.status, text: await answer.text() };
}

/** The samples of all jobs, with the ids of companies replaced. */
async function lastJobs(service: TestService): Promise<string[]> {
  const ids = service.db.all(
    {
      name: 'test/ids_of_companies',
      sql: 'select id from companies order by company_id',
      cardinality: 'many',
      params: {},
      row: { id: 'text' },
    },
    {},
  );
  let page = await scrape(service);
  for (const [at, { id }] of ids.entries()) page = page.replaceAll(id, String(at + 1));
  return page
    .split('\n')
    .filter((line) => line.startsWith('engaged_last_'))
    .map((line) => line.slice('engaged_last_'.length));
}

async function monitored(t: TestContext) {
  const service = await startTestService(t, { metricsToken: TOKEN });
  const { folder, run } = createCommandLine(t);
  /** Runs a command on the service's data file, so many seconds after the Unix time 2,000,000,000. */
  const runAt = async (second: number, ...argv: string[]) =>
    (await run([...argv, '--data', service.file], { now: 2_000_000_000_000 + second * 1_000 }))
      .code;
  return { service, folder, runAt };
}

test('before the first job there are no samples of jobs', async (t) => {
  const { service } = await monitored(t);
  assert.deepEqual(await lastJobs(service), []);
});

test(
  'the page shows the last job of each kind and outcome, whoever ran it',
  onlyInAFile('backups'),
  async (t) => {
    const { service, folder, runAt } = await monitored(t);
    writeRoster(folder, 'staff.csv', people(1, 60));
    assert.equal(await runAt(1, 'import', 'staff.csv'), 0);
    writeRoster(folder, 'staff.csv', people(1, 61));
    assert.equal(await runAt(2, 'import', 'staff.csv'), 0);
    writeRoster(folder, 'staff.csv', people(1, 20));
    assert.equal(await runAt(3, 'import', 'staff.csv', '--deactivate-missing'), 3);
    // Neither a dry run nor an import into the sandbox is a job of the company.
    assert.equal(await runAt(4, 'import', 'staff.csv', '--dry-run'), 0);
    assert.equal(await runAt(5, 'import', 'staff.csv', '--test'), 0);
    writeFileSync(join(folder, 'xp.csv'), 'employee,amount\n0001,5\nnobody,5\n0002,none\n0003,7\n');
    assert.equal(await runAt(6, 'xp', 'import', 'xp.csv'), 3);
    assert.equal(await runAt(7, 'backup', 'b.db'), 0);
    const body = JSON.stringify({ employees: [{}, { external_id: 'x' }, {}] });
    assert.equal(
      (await service.request('PUT', '/v1/employees/sync', { key: service.liveKey, body })).status,
      200,
    );
    const lines = await lastJobs(service);
    assert.deepEqual(
      lines.filter((line) => !line.startsWith('sync_timestamp')),
      [
        'import_timestamp_seconds{company="1",outcome="applied"} 2000000002',
        'import_timestamp_seconds{company="1",outcome="deactivation_blocked"} 2000000003',
        'import_rows{company="1",result="read"} 20',
        'import_rows{company="1",result="failed"} 0',
        'sync_rows{company="1",result="read"} 3',
        'sync_rows{company="1",result="failed"} 3',
        'xp_import_timestamp_seconds{company="1"} 2000000006',
        'xp_import_rows{company="1",result="read"} 4',
        'xp_import_rows{company="1",result="failed"} 2',
        'backup_timestamp_seconds 2000000007',
        `backup_bytes ${statSync(join(folder, 'b.db')).size}`,
      ],
    );
    const [sync = ''] = lines.filter((line) => line.startsWith('sync_timestamp'));
    assert.match(sync, /^sync_timestamp_seconds\{company="1",outcome="applied"\} \d{10}(\.\d+)?$/);
  },
);

test('companies go by their ids, the first hundred only, and never by name', async (t) => {
  const { service, folder, runAt } = await monitored(t);
  writeRoster(folder, 'staff.csv', people(1, 1));
  const names = Array.from({ length: 100 }, (_, at) => `Secret ${at}`);
  for (const name of names) {
    createCompany(service.db, { name, ssoDomains: [], now: NOW, actor: 'test' });
  }
  for (const name of ['Acme', 'Secret 98', 'Secret 99']) {
    assert.equal(await runAt(1, 'import', 'staff.csv', '--company', name), 0);
  }
  const ofImports = (await lastJobs(service)).filter((line) => line.startsWith('import_timestamp'));
  // Every company has its sandbox beside it.
  assert.deepEqual(ofImports, [
    'import_timestamp_seconds{company="1",outcome="applied"} 2000000001',
    'import_timestamp_seconds{company="199",outcome="applied"} 2000000001',
  ]);
  assert.ok(!(await scrape(service)).includes('Secret'));
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

const skip = hasPromtool ? false : 'there is no promtool here (Debian package prometheus)';

test('promtool finds nothing to say about the page', { skip }, async (t) => {
  const { service, folder, runAt } = await monitored(t);
  writeRoster(folder, 'staff.csv', people(1, 5));
  await runAt(1, 'import', 'staff.csv');
  await runAt(2, 'backup', 'b.db');
  await service.request('GET', '/v1/leaderboard', { key: service.liveKey });
  const input = await scrape(service);
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout, stderr], [0, '', '']);
});

test('the alert rules of the handbook are valid and fire when a job stops', { skip }, (t) => {
  const { folder } = createCommandLine(t);
  const handbook = readFileSync(new URL('../../OPERATIONS.md', import.meta.url), 'utf8');
  const rules = /^```yaml\n(groups:[\s\S]+?)^```$/m.exec(handbook)?.[1] ?? '';
  writeFileSync(join(folder, 'rules.yml'), rules);
  writeFileSync(join(folder, 'test.yml'), RULE_TEST);
  for (const argv of [
    ['check', 'rules', 'rules.yml'],
    ['test', 'rules', 'test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', argv, {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
  }
});

/** An import and a backup at hour 0, which never run again; a company whose import fails. */
const RULE_TEST = `
rule_files: [rules.yml]
evaluation_interval: 1h
tests:
  - interval: 1h
    input_series:
      - series: engaged_last_import_timestamp_seconds{company="a",outcome="applied",instance="i"}
        values: 0x30
      - series: engaged_last_import_timestamp_seconds{company="a",outcome="failed",instance="i"}
        values: 0+3600x30
      - series: engaged_last_import_rows{company="a",result="failed",instance="i"}
        values: 0x25 7x5
      - series: engaged_last_backup_timestamp_seconds{instance="i"}
        values: 0x30
    alert_rule_test:
      - { eval_time: 26h, alertname: EngagedImportMissing, exp_alerts: [] }
      - { eval_time: 26h, alertname: EngagedBackupMissing, exp_alerts: [] }
      - { eval_time: 25h, alertname: EngagedImportRowsFailed, exp_alerts: [] }
      - eval_time: 27h
        alertname: EngagedImportMissing
        exp_alerts:
          - exp_labels: { company: a, instance: i }
            exp_annotations:
              summary: The last complete roster import of company a is more than 26 hours ago.
      - eval_time: 27h
        alertname: EngagedBackupMissing
        exp_alerts:
          - exp_labels: { instance: i }
            exp_annotations: { summary: There is no backup of the last 26 hours. }
      - eval_time: 27h
        alertname: EngagedImportRowsFailed
        exp_alerts:
          - exp_labels: { company: a, result: failed, instance: i }
            exp_annotations: { summary: 7 rows of the last roster import of company a failed. }
`;
