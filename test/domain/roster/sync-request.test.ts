import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOO_MANY_VALUES } from '../../../src/domain/json-body.ts';
import { measureJson } from '../../../src/domain/json-size.ts';
import { parseSyncRequest } from '../../../src/domain/roster/sync-request.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const parse = (body: unknown) => parseSyncRequest(bytes(JSON.stringify(body)));
const refuses = (body: string | Uint8Array, message: string) =>
  assert.throws(() => parseSyncRequest(typeof body === 'string' ? bytes(body) : body), {
    name: 'EngagedError',
    code: 'validation_failed',
    message,
  });

test('the rows are passed on unchanged, and omitted options have their defaults', () => {
  const employees = [{ external_id: 1 }, null, 'x', [[]]];
  assert.deepEqual(parse({ employees }), {
    employees,
    deactivateMissing: false,
    maxDeactivations: null,
    dryRun: false,
  });
  assert.deepEqual(
    parse({
      ...{ employees: [1], deactivate_missing: true, max_deactivations: 100_000 },
      ...{ dry_run: true, other: {} },
    }),
    { employees: [1], deactivateMissing: true, maxDeactivations: 100_000, dryRun: true },
  );
});

test('1 to 5000 rows are accepted', () => {
  assert.equal(parse({ employees: Array(5000).fill(1) }).employees.length, 5000);
  refuses('{"employees":[]}', 'employees must contain at least 1 element');
  refuses(
    JSON.stringify({ employees: Array(5001).fill(1) }),
    'employees must contain no more than 5000 elements',
  );
});

test('all problems of the envelope are reported at once, and no value is repeated', () => {
  refuses(
    '{"employees":"secret","deactivate_missing":"secret","max_deactivations":"secret"}',
    'employees must be an array; deactivate_missing must be a boolean; max_deactivations must be an integer from 1 to 100000',
  );
  refuses('{}', 'employees is required');
});

test('dry_run is true or false, and nothing similar', () => {
  for (const value of ['"true"', '1', '0', 'null', '[]', '{}', '""'])
    refuses(`{"employees":[1],"dry_run":${value}}`, 'dry_run must be a boolean');
});

test('max_deactivations is a whole number from 1 to 100000', () => {
  for (const value of ['0', '-1', '1.5', '100001', '1e999', 'null', 'true', '"5"', '[5]'])
    refuses(
      `{"employees":[1],"max_deactivations":${value}}`,
      'max_deactivations must be an integer from 1 to 100000',
    );
});

test('a body that is not a JSON object is rejected', () => {
  for (const body of ['', 'x', '{"employees":[1]', '{"employees":[1]} x', "{'employees':[1]}"])
    refuses(body, 'The body must be JSON');
  for (const body of ['null', '1', '"x"', '[]', '[{"employees":[1]}]'])
    refuses(body, 'The body must be a JSON object');
});

test('bytes that are not UTF-8 are rejected', () => {
  refuses(Buffer.from('{"employees":["\xe9"]}', 'latin1'), 'The body must be UTF-8');
  refuses(Buffer.from('{"employees":[1]}', 'utf16le'), 'The body must be JSON');
});

test('__proto__ is an ordinary key', () => {
  refuses('{"__proto__":{"employees":[1]}}', 'employees is required');
  const request = parseSyncRequest(bytes('{"employees":[{"__proto__":{"external_id":"1"}}]}'));
  assert.equal((request.employees[0] as { external_id?: string }).external_id, undefined);
  assert.equal(({} as { external_id?: string }).external_id, undefined);
});

test('16 MB of opening brackets are rejected at once', () => {
  const before = process.threadCpuUsage();
  refuses('['.repeat(16 << 20), 'The body must not be nested more than 100 levels deep');
  refuses('{"a":'.repeat(1 << 20), 'The body must not be nested more than 100 levels deep');
  assert.ok(process.threadCpuUsage(before).user < 1_000_000);
});

test('16 MB of empty objects are rejected without parsing', () => {
  const filler = '{},'.repeat(5_500_000);
  refuses(`{"employees":[${filler}{}]}`, TOO_MANY_VALUES);
  refuses(`[${filler}`, TOO_MANY_VALUES);
});

test('exactly the maximum number of values is accepted, ignored ones included', () => {
  const ignoring = (values: number) => `{"employees":[1],"x":[${'0,'.repeat(values - 1)}0]}`;
  // The two fields and the row are values as well.
  assert.deepEqual(parseSyncRequest(bytes(ignoring(500_000 - 3))).employees, [1]);
  refuses(ignoring(500_001), TOO_MANY_VALUES);
  assert.equal(
    TOO_MANY_VALUES,
    'The body must not hold more than 500000 values, ignored ones included',
  );
});

test('a hundred thousand unknown keys are ignored', () => {
  const keys = Array.from({ length: 100_000 }, (_, n) => `"k${n}":${n}`).join();
  assert.equal(parseSyncRequest(bytes(`{${keys},"employees":[1]}`)).employees.length, 1);
});

test('brackets and commas count outside of strings, and only up to the bounds', () => {
  const shapes: [text: string, depth: number, commas: number][] = [
    ['1', 0, 0],
    ['[]', 1, 0],
    ['[[],[]]', 2, 1],
    ['{"a":[{"b":1}],"c":2}', 3, 1],
    ['["[[[,","\\"[[",1]', 1, 2],
    ['{"\\\\":["{{"]}', 2, 0],
    ['"unfinished [', 0, 0],
    ['"\\', 0, 0],
  ];
  const wide = { depth: 100, commas: 100 };
  for (const [text, depth, commas] of shapes)
    assert.deepEqual(measureJson(bytes(text), wide), { depth, commas }, text);
  const tight = { depth: 3, commas: 2 };
  assert.deepEqual(measureJson(bytes('[[[[[['), tight), { depth: 4, commas: 0 });
  assert.deepEqual(measureJson(bytes('1,,,,,['), tight), { depth: 0, commas: 3 });
});
