import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readColumns } from '../../src/roster-file/columns-read.ts';
import { readRosterFile, toRosterRows } from '../../src/roster-file/read-rows.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { DEFAULT_OPTIONS } from '../../src/service/roster/upload/options.ts';
import { problemOf, readUpload } from '../../src/service/roster/upload/uploaded-file.ts';
import { startPortal, textOf } from '../portal/portal-service.ts';
import { upload } from '../portal/roster-upload.ts';
import { textOf as fileTextOf } from '../roster-file/text-of.ts';
import { createTestKey, NOW } from '../service/test-company.ts';
import {
  filesWithCells,
  type HostileFile,
  LARGE,
  LONG_CELLS,
  LONG_FILES,
  MANY_LONG_CELLS,
} from './hostile-rosters.ts';

/** A preview, or what is wrong with the file. */
const SHOWN = /Created \d|The file cannot be used like this\. \S/;

test('no file keeps another company from writing, and each has a preview or its problem', async (t) => {
  const service = await startPortal(t, { reader: {} });
  const admin = service.signedIn('admin');
  const now = service.clock.now;
  const order = { name: 'Beta', ssoDomains: [], now, actor: 'test' };
  const { companyId } = createCompany(service.db, order).company;
  writeCompany(service.db, { companyId, now, actor: 'test' }, (write) =>
    addEmployee(write, { external_id: 'B1', email: 'b1@beta.example' }),
  );
  const { key } = createTestKey(service.db, companyId, { now, requestsPerMinute: 1_000_000 });
  const award = async (n: number): Promise<number> => {
    const body = JSON.stringify({
      awards: [{ employee: { external_id: 'B1' }, amount: 1, once: `award ${n}` }],
    });
    const { status } = await service.request('POST', '/v1/xp/awards', { key, body });
    return status;
  };
  const odd: string[] = [];
  for (const [n, { name, isRead, bytes }] of [...MANY_LONG_CELLS, ...LONG_FILES].entries()) {
    const file = bytes();
    if (file.length === 0) continue;
    const [path, status] = await Promise.all([
      upload(service, admin, file, 'people.csv'),
      award(n),
    ]);
    const preview = await admin.get(path);
    const text = textOf(preview);
    const isShown = (isRead ? /Created \d/ : SHOWN).test(text);
    if (preview.status !== 200 || !isShown) odd.push(`${name}: ${preview.status} ${text}`);
    if (status !== 200) odd.push(`${name}: another company's award has ${status}`);
    await admin.post(`${path}/discard`);
  }
  assert.deepEqual(odd, []);
  assert.equal((await service.request('GET', '/readyz')).status, 200);
  assert.deepEqual(
    service.log.filter((line) => line.includes('writer_died')),
    [],
  );
});

test('`engaged import` reads or refuses each of them', () => {
  const odd: string[] = [];
  for (const { name, bytes } of [...LONG_CELLS, ...LONG_FILES]) {
    try {
      const file = readRosterFile(fileTextOf(bytes(LARGE)));
      readColumns(file, [], NOW);
      let rows = 0;
      for (const _ of toRosterRows(file)) rows++;
      if (rows !== file.records.length) odd.push(name);
    } catch (error) {
      if (!problemOf(error)) throw error;
    }
  }
  assert.deepEqual(odd, []);
});

/** How often a file is read to measure it: at first, and where its work seems to grow too fast. */
const READS = [4, 20] as const;

/** Less than this for a read is not worth comparing, in microseconds. */
const LEAST_WORK = 500;

/** The processor time of reading a file once, in microseconds: the mean of several times. */
function workOf({ bytes }: HostileFile, reads: number): number {
  const file = bytes();
  const before = process.threadCpuUsage();
  for (let read = 0; read < reads; read++)
    readUpload({ bytes: file, options: DEFAULT_OPTIONS, now: NOW });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / reads;
}

test('the work for a file does not grow faster than its cells', () => {
  const [short, long] = [22_000, 88_000];
  // What reading takes of cells in which no pattern finds anything.
  const plain = Math.max(
    ...filesWithCells(long)
      .filter(({ name }) => name.startsWith('letters'))
      .map((file) => workOf(file, READS[1])),
  );
  const longer = filesWithCells(long);
  const slow = filesWithCells(short).flatMap((file, at) => {
    const other = longer[at] ?? file;
    const growth = (reads: number) =>
      workOf(other, reads) / Math.max(workOf(file, reads), plain, LEAST_WORK);
    // Four times the length, and twice that for what else the machine does; the square would be sixteen.
    if (growth(READS[0]) < 6) return [];
    const ratio = growth(READS[1]);
    return ratio < 8 ? [] : [`${file.name}: ${ratio}`];
  });
  assert.deepEqual(slow, []);
});
