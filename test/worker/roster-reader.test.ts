import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLogger } from '../../src/service/operations/log.ts';
import { DEFAULT_OPTIONS } from '../../src/service/roster/upload/options.ts';
import { placeOfData } from '../../src/store/data.ts';
import { type ReaderOptions, RosterReader } from '../../src/worker/roster/roster-reader.ts';
import { createTestCompany, NOW } from '../service/test-company.ts';

const HEADER = 'Employee ID,First name,Last name,Work email\n';

function createReader(t: TestContext, options: ReaderOptions = {}) {
  const lines: string[] = [];
  const log = createLogger(
    'debug',
    (line) => lines.push(line),
    () => NOW,
  );
  const { file, companyId } = createTestCompany(t, undefined);
  const limits = { departments: 1_000, sandboxEmployees: 500 };
  const reader = new RosterReader({ file, place: placeOfData(file), limits, log, ...options });
  t.after(() => reader.close());
  const read = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    const upload = { uploadId: 'u', sharer: companyId, bytes, options: DEFAULT_OPTIONS };
    return reader.run('preview', { companyId, now: NOW, actor: 'test', ...upload });
  };
  const events = () =>
    lines.map((line) => {
      const { time: _, ...event } = JSON.parse(line);
      return event;
    });
  return { reader, read, events };
}

const rowsOf = (count: number): string =>
  Array.from({ length: count }, (_, n) => `${n},A,B,p${n}@acme.example\n`).join('');

test('a file is read in a thread, and a file that cannot be used has its problem', async (t) => {
  const { read, events } = createReader(t);
  const reading = await read(`${HEADER}${rowsOf(3)}`);
  assert.ok('plan' in reading);
  assert.deepEqual([reading.file.rows, reading.plan.counts.created], [3, 3]);
  const { sha256: _, at: __, ...unusable } = await read(`${HEADER}1,2\n`);
  assert.deepEqual(unusable, {
    problem: {
      ...{ code: 'file_records_uneven', width: 4, more: 0 },
      first: [{ line: 2, cells: 2 }],
    },
    columns: { names: ['Employee ID', 'First name', 'Last name', 'Work email'], more: 0 },
    sheet: null,
  });
  assert.deepEqual(events(), []);
});

test('a file that needs more memory than its thread has is refused with that, and the log has nothing of it', async (t) => {
  const { read, events } = createReader(t, { resourceLimits: { maxOldGenerationSizeMb: 4 } });
  await assert.rejects(read(`${HEADER}${rowsOf(200_000)}`), {
    code: 'validation_failed',
    message:
      'The file needs too much memory to be read. Leave out columns that are not needed, or divide it into several',
  });
  assert.deepEqual(events(), [
    { level: 'error', event: 'roster_reader_died', code: 'Error ERR_WORKER_OUT_OF_MEMORY' },
  ]);
});

test('a file that needs more time than it may take is refused with that, and its thread ends', async (t) => {
  const { read, events } = createReader(t, { timeLimit: 0 });
  await assert.rejects(read(`${HEADER}${rowsOf(3)}`), {
    code: 'validation_failed',
    message:
      'The file needs too much time to be read. Leave out columns that are not needed, or divide it into several',
  });
  assert.deepEqual(events(), [{ level: 'error', event: 'roster_reader_stopped', seconds: 0 }]);
});

test('a service that stops ends what reads a file', async (t) => {
  const { reader, read, events } = createReader(t);
  const reading = read(`${HEADER}${rowsOf(200_000)}`);
  await Promise.all([assert.rejects(reading, { code: 'unavailable' }), reader.close()]);
  assert.deepEqual(events(), []);
});

test('a thread that cannot start fails its file alone', async (t) => {
  const { read, events } = createReader(t, {
    start: () => {
      throw Object.assign(new Error('Worker initialization failure: EAGAIN'), {
        code: 'ERR_WORKER_INIT_FAILED',
      });
    },
  });
  await assert.rejects(read(HEADER), { code: 'unavailable', reason: 'EAGAIN' });
  assert.deepEqual(events(), [{ level: 'error', event: 'roster_reader_died', code: 'EAGAIN' }]);
});
