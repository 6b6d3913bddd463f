import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notFound } from '../../src/domain/errors.ts';
import { serializeError } from '../../src/worker/serialized-error.ts';
import { WriteQueue } from '../../src/worker/write-queue.ts';
import type { WriteAnswer, WriteRequest } from '../../src/worker/write-requests.ts';

const MEGABYTE = 1_048_576;

const answerTo = (request: WriteRequest): WriteAnswer => ({
  ...{ ok: true, json: request.actor, changed: true },
});

/** A queue whose first group is being written until `finish` is called. */
function createQueue(
  answer = (requests: readonly WriteRequest[]) => requests.map(answerTo),
  intervalMs = 0,
) {
  const groups: string[][] = [];
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const queue = new WriteQueue(async (requests) => {
    groups.push(requests.map(({ actor }) => actor));
    await finished;
    return answer(requests);
  }, intervalMs);
  const add = (actor: string, bytes = 1, companyId = 1) =>
    queue.add({
      ...{ name: 'awardXp', companyId, actor, now: 0, path: {} },
      body: new Uint8Array(bytes),
    });
  return { groups, add, finish };
}

const outcomesOf = async (results: Promise<{ json: string | null }>[]) =>
  (await Promise.allSettled(results)).map((result) =>
    result.status === 'fulfilled' ? result.value.json : (result.reason as Error).message,
  );

test('requests that arrive while a group is written form the next one, in their order', async () => {
  const { groups, add, finish } = createQueue();
  const results = ['a', 'b', 'c'].map((key) => add(key));
  finish();
  assert.deepEqual(await outcomesOf(results), ['a', 'b', 'c']);
  assert.deepEqual(groups, [['a'], ['b', 'c']]);
});

test('requests that arrive shortly after a group has started share the next one', async () => {
  const { groups, add, finish } = createQueue(undefined, 100);
  finish();
  await add('a');
  await Promise.all([add('b'), new Promise(setImmediate).then(() => add('c'))]);
  assert.deepEqual(groups, [['a'], ['b', 'c']]);
});

test('a full group starts at once', async () => {
  const { groups, add, finish } = createQueue(undefined, 2 ** 31 - 1);
  const first = add('first');
  const others = Array.from({ length: 256 }, (_, n) => add(`other ${n}`));
  finish();
  await Promise.all([first, ...others]);
  assert.deepEqual(
    groups.map((keys) => keys.length),
    [1, 256],
  );
});

test('a group takes no more than 256 requests, and no more once it has a megabyte of bodies', async () => {
  const { groups, add, finish } = createQueue();
  const results = [add('first')];
  for (let n = 0; n < 300; n++) results.push(add(`small ${n}`));
  for (let n = 0; n < 3; n++) results.push(add(`large ${n}`, MEGABYTE - 50));
  finish();
  await Promise.all(results);
  assert.deepEqual(
    groups.map((keys) => keys.length),
    [1, 256, 46, 1],
  );
});

test('beyond 64 megabytes of waiting bodies a request is refused at once, to be sent again in five seconds', async () => {
  const { add, finish } = createQueue();
  const results = [add('being written', MEGABYTE)];
  for (let n = 0; n < 64; n++) results.push(add(`waiting ${n}`, MEGABYTE, n));
  await assert.rejects(add('one more'), {
    ...{ name: 'EngagedError', code: 'unavailable', retryAfter: 5 },
    message: 'Too many writes are waiting',
  });
  finish();
  await Promise.all(results);
  assert.equal((await add('later', MEGABYTE)).json, 'later');
});

test('however much one company sends, writes of others are taken', async () => {
  const { add, finish } = createQueue();
  const results = [add('being written')];
  const send = (companyId: number, count: number) =>
    Array.from({ length: count }, (_, n) => add(`${companyId} ${n}`, MEGABYTE, companyId));
  for (const [companyId, count] of [[1, 100] as const, [2, 100] as const, [3, 8] as const])
    results.push(...send(companyId, count));
  finish();
  const taken = (await outcomesOf(results)).filter((one) => !one?.includes('waiting'));
  const countOf = (companyId: number) => taken.filter((one) => one?.startsWith(`${companyId} `));
  assert.deepEqual(
    [1, 2, 3].map((companyId) => countOf(companyId).length),
    [32, 16, 8],
  );
  assert.equal((await add('later', 20 * MEGABYTE)).json, 'later');
});

test('a refused request, a missing answer and a group that fails settle every request, and the queue continues', async () => {
  const refusal: WriteAnswer = { ok: false, error: serializeError(notFound('Nobody')) };
  const { groups, add, finish } = createQueue((requests) => {
    const answers = requests.map(answerTo);
    if (groups.length === 1) throw new Error('the thread ended');
    return groups.length === 2 ? [...answers.slice(0, 1), refusal] : answers;
  });
  const results = ['a', 'b', 'c', 'd'].map((key) => add(key));
  finish();
  assert.deepEqual(await outcomesOf(results), [
    'the thread ended',
    'b',
    'Nobody',
    'a group was answered in part',
  ]);
  assert.equal((await add('e')).json, 'e');
});
