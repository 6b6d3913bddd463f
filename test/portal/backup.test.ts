import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { deleteCompany } from '../../src/service/company/company-deletion.ts';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { removeRemnants } from '../../src/service/people/erasure.ts';
import * as companies from '../../src/store/company/companies.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { runService } from '../cli/import/test-service.ts';
import { mountSmallDisk } from '../faults/mount.ts';
import { createTestCompany, queryRows } from '../service/test-company.ts';
import { tempFolder } from '../store/temp-files.ts';
import { until } from '../until.ts';
import {
  type Browser,
  PASSWORD,
  type PortalService,
  startPortal,
  textOf,
} from './portal-service.ts';

const BACKUP = '/portal/health/backup';

const leftBeside = (file: string) =>
  readdirSync(dirname(file)).filter((name) => name.includes('.making-'));

const downloadsIn = ({ db, companyId }: PortalService) =>
  listDecisions(db, companyId, { count: 50 }).filter(({ action }) => action === 'backup.download');

const ask = ({ port }: PortalService, { cookie }: Browser) =>
  get({ host: '127.0.0.1', port, path: BACKUP, headers: { cookie }, agent: false });

/** A download whose bytes are read by the test. */
async function begin(service: PortalService, browser: Browser) {
  const request = ask(service, browser);
  const [response] = await once(request, 'response');
  return { request, response };
}

/** Makes the data file larger than what connections hold unread. */
function fill({ db }: PortalService, megabytes: number): void {
  db.execute('create table filler (data blob)');
  for (let at = 0; at < megabytes; at++) {
    db.execute('insert into filler values (randomblob(1048576))');
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until nothing is left beside the data file. */
const removed = (file: string): Promise<void> => until(() => leftBeside(file).length === 0);

test('an owner downloads a sound copy of the data file as it is, and the copy on the disk is removed', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  service.write((write) => addEmployee(write, { email: 'ada@acme.example' }));
  assert.match(textOf(await owner.get('/portal/health')), /Download a backup/);
  const { response } = await begin(service, owner);
  const bytes = await buffer(response);
  const { headers } = response;
  assert.deepEqual(
    [
      response.statusCode,
      headers['content-type'],
      headers['content-disposition'],
      headers['content-length'],
    ],
    [
      200,
      'application/vnd.sqlite3',
      'attachment; filename="engaged-20261121T093000Z.db"',
      String(bytes.length),
    ],
  );
  await removed(service.file);
  const copy = join(tempFolder(t), 'copy.db');
  writeFileSync(copy, bytes);
  const db = openDataFile(copy, { write: false });
  t.after(() => db.close());
  assert.equal(findIntegrityFault(db), undefined);
  const people = 'select email from employees where company_id = :companyId';
  assert.deepEqual(queryRows(db, service.companyId, people, { email: 'text' }), [
    { email: 'ada@acme.example' },
  ]);
  const id = service.db.one(companies.find, { companyId: service.companyId })?.id;
  assert.deepEqual(
    downloadsIn(service).map(({ target, after }) => [target, after]),
    [[{ kind: 'company', id }, { bytes: bytes.length }]],
  );
});

test('a backup needs the password again, and no other site starts one', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const elsewhere = await owner.get(BACKUP, { 'Sec-Fetch-Site': 'cross-site' });
  assert.deepEqual([elsewhere.status, elsewhere.headers.location], [303, '/portal/health']);
  service.clock.now += 11 * MINUTE_MS;
  const asked = await owner.get(BACKUP);
  assert.deepEqual(
    [asked.status, asked.headers.location],
    [303, `/portal/confirm?next=${encodeURIComponent(BACKUP)}`],
  );
  const given = await owner.post(asked.headers.location ?? '', { confirm_password: PASSWORD });
  assert.deepEqual([given.status, given.headers.location], [303, BACKUP]);
  const { response } = await begin(service, owner);
  assert.equal((await buffer(response)).subarray(0, 15).toString(), 'SQLite format 3');
  assert.equal(downloadsIn(service).length, 1);
});

test('there is no download while the data file holds anything of another company, and the page names the command', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const refused = async () => {
    const page = textOf(await owner.get('/portal/health'));
    assert.match(page, /of another company.* engaged backup PATH/);
    assert.doesNotMatch(page, /Download a backup/);
    const { status, text } = await owner.get(BACKUP);
    assert.equal(status, 409);
    assert.match(text, /may still hold, data of another company/);
    assert.deepEqual(leftBeside(service.file), []);
  };
  const order = { name: 'Zeta', ssoDomains: [], now: service.clock.now, actor: 'test' };
  const { company } = createCompany(service.db, order);
  await refused();
  const { companyId } = company;
  deleteCompany(service.db, { companyId, now: service.clock.now, actor: 'test' });
  // Until the file is rewritten its unused parts hold the deleted company.
  await refused();
  removeRemnants(service.db);
  assert.equal((await owner.get(BACKUP)).status, 200);
  assert.equal(downloadsIn(service).length, 1);
});

test('one backup is made at a time, only its owner can read it, and a reset connection removes it', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  fill(service, 24);
  const { request, response } = await begin(service, owner);
  const [folder = ''] = leftBeside(service.file);
  const copy = join(dirname(service.file), folder, 'file');
  assert.equal(statSync(copy).mode & 0o777, 0o600);
  const second = await owner.get(BACKUP);
  assert.equal(second.status, 409);
  assert.match(textOf(second), /A backup is being downloaded already/);
  request.destroy();
  response.on('error', () => {});
  await removed(service.file);
  const again = await begin(service, owner);
  assert.equal(
    (await buffer(again.response)).length,
    Number(again.response.headers['content-length']),
  );
  await removed(service.file);
});

test('a browser that leaves while the copy is made ends it, and a stop removes what is being sent', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  fill(service, 24);
  const left = ask(service, owner);
  left.on('error', () => {});
  while (leftBeside(service.file).length === 0) await turn();
  left.destroy();
  await removed(service.file);
  const { request, response } = await begin(service, owner);
  request.on('error', () => {});
  response.on('error', () => {});
  assert.equal(leftBeside(service.file).length, 1);
  const stopped = service.close();
  request.destroy();
  await stopped;
  assert.deepEqual(leftBeside(service.file), []);
});

test('the next start removes the copy that a killed service left', async (t) => {
  const { file } = createTestCompany(t);
  const left = `${file}-download.making-AbCdEf`;
  mkdirSync(left);
  for (const name of ['lock', 'file']) writeFileSync(join(left, name), '');
  await runService(t, file);
  assert.deepEqual(leftBeside(file), []);
});

test('a disk without space for a copy is a page that says so, and nothing is left there', async (t) => {
  const disk = mountSmallDisk(t, 64);
  if ('reason' in disk) return t.skip(disk.reason);
  const { TMPDIR = tmpdir() } = process.env;
  Object.assign(process.env, { TMPDIR: disk.folder });
  const service = await startPortal(t);
  Object.assign(process.env, { TMPDIR });
  const page = await service.signedIn('owner').get(BACKUP);
  assert.equal(page.status, 503);
  assert.match(textOf(page), /There is not enough free space on the disk of the data file/);
  assert.deepEqual(leftBeside(service.file), []);
  assert.deepEqual(downloadsIn(service), []);
});
