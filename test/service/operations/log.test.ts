import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SqliteError } from 'better-sqlite3';
import { conflict, DataFileFault } from '../../../src/domain/errors.ts';
import { createLogger, describeError } from '../../../src/service/operations/log.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);

test('a log line is one JSON object that begins with time, level and event', () => {
  const lines: string[] = [];
  const log = createLogger(
    'info',
    (line) => lines.push(line),
    () => NOW,
  );
  log.info('started', { port: 8080, host: undefined });
  assert.deepEqual(lines, [
    '{"time":"2026-11-21T09:30:00.000Z","level":"info","event":"started","port":8080}\n',
  ]);
});

test('only lines of the configured level and above are written', () => {
  const lines: string[] = [];
  for (const level of ['debug', 'info', 'warn', 'error', 'silent'] as const) {
    const log = createLogger(
      level,
      (line) => lines.push(`${level}: ${JSON.parse(line).level}`),
      () => NOW,
    );
    log.debug('x');
    log.info('x');
    log.warn('x');
    log.error('x');
  }
  assert.deepEqual(lines, [
    ...['debug: debug', 'debug: info', 'debug: warn', 'debug: error'],
    ...['info: info', 'info: warn', 'info: error'],
    ...['warn: warn', 'warn: error'],
    'error: error',
  ]);
});

test('an unexpected error is logged without its message, even if the message has several lines', () => {
  const error = Object.assign(new TypeError('ann@acme.test\n  at ann@acme.test is\nno at'), {
    code: 'ERR_X',
  });
  const { error: name, code, stack, ...rest } = describeError(error);
  assert.deepEqual([name, code, rest], ['TypeError', 'ERR_X', {}]);
  assert.match(String(stack), /^at .*log\.test\.ts/);
  assert.doesNotMatch(String(stack), /ann@/);
  assert.deepEqual(describeError('ann@acme.test'), { error: 'string' });
});

test('a fault of a disk, pipe or data file is logged as a code without a stack', () => {
  const full = Object.assign(new Error('ENOSPC: /srv/a'), { code: 'ENOSPC', syscall: 'write' });
  assert.deepEqual(describeError(full), { code: 'ENOSPC', syscall: 'write' });
  assert.deepEqual(describeError(new DataFileFault('disk_full', 'x')), { code: 'disk_full' });
  assert.deepEqual(describeError(new SqliteError('x', 'SQLITE_IOERR_WRITE')), {
    code: 'SQLITE_IOERR_WRITE',
  });
  assert.deepEqual(describeError(conflict('x')), { code: 'conflict' });
});
