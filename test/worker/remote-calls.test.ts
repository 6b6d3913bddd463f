import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { conflict } from '../../src/domain/errors.ts';
import { move, RemoteCalls, serveCalls } from '../../src/worker/remote-calls.ts';

type Counter = {
  add(by: number, to?: { amount: number }): Promise<number>;
  refuse(): Promise<void>;
  fail(): Promise<void>;
  give(): Promise<() => void>;
  numbers(): Promise<{ numbers: Float64Array<ArrayBuffer> }>;
};

/** A counter, and its functions as another thread calls them. */
function connected(t: { after(then: () => void): void }) {
  const { port1, port2 } = new MessageChannel();
  const kept = { numbers: new Float64Array([1, 2, 3]) };
  const counter: Counter = {
    add: async (by, to = { amount: 1 }) => by + to.amount,
    refuse: () => Promise.reject(conflict('It is taken', 7)),
    fail: () => Promise.reject(new TypeError('a secret')),
    give: async () => () => {},
    numbers: async () => move(kept, [kept.numbers.buffer]),
  };
  serveCalls(port1, { counter });
  const calls = new RemoteCalls(port2);
  t.after(() => calls.close());
  return { calls, kept, counter: calls.of<Counter>('counter') };
}

test('a call gives what the function returns in the other thread', async (t) => {
  const { counter } = connected(t);
  assert.deepEqual(await Promise.all([counter.add(1), counter.add(1, { amount: 2 })]), [2, 3]);
});

test('a call throws what is meant for its caller, and of other errors not the message', async (t) => {
  const { counter } = connected(t);
  await assert.rejects(counter.refuse(), {
    name: 'EngagedError',
    code: 'conflict',
    message: 'It is taken',
    retryAfter: 7,
  });
  await assert.rejects(counter.fail(), {
    name: 'WorkerError',
    message: 'A worker thread failed: TypeError',
  });
});

test('a result that no other thread can have, and a function that is not there, are errors', async (t) => {
  const { calls, counter } = connected(t);
  await assert.rejects(counter.give(), { name: 'WorkerError' });
  await assert.rejects(calls.of<Counter>('nobody').refuse(), { name: 'WorkerError' });
});

test('buffers of a result are moved where that is said', async (t) => {
  const { kept, counter } = connected(t);
  assert.deepEqual(await counter.numbers(), { numbers: new Float64Array([1, 2, 3]) });
  assert.equal(kept.numbers.length, 0);
});
