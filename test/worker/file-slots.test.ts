import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileSlots } from '../../src/worker/roster/file-slots.ts';

/** Work of owners, each named by its id, that ends when it is told to. */
function start() {
  const slots = new FileSlots();
  const begun: string[] = [];
  const ends = new Map<string, (outcome: 'done' | Error) => void>();
  const ask = (owner: number, id: string) =>
    slots.run(owner, id, async () => {
      begun.push(id);
      const outcome = await new Promise<'done' | Error>((resolve) => ends.set(id, resolve));
      if (outcome !== 'done') throw outcome;
      return id;
    });
  return {
    slots,
    begun,
    ask,
    end: (id: string, how: 'done' | Error = 'done') => ends.get(id)?.(how),
  };
}

test('two files are read at once, one of each company, and the others in their order', async () => {
  const { slots, begun, ask, end } = start();
  const all = [ask(1, 'a1'), ask(1, 'a2'), ask(2, 'b1'), ask(3, 'c1'), ask(2, 'b2')];
  const waiting = () => ['a1', 'a2', 'b1', 'c1', 'b2'].filter((id) => slots.isWaiting(id));
  assert.deepEqual(begun, ['a1', 'b1']);
  assert.deepEqual(waiting(), ['a2', 'c1', 'b2']);
  end('b1');
  assert.equal(await all[2], 'b1');
  // The company of the one that waits longest has its turn already.
  assert.deepEqual(begun, ['a1', 'b1', 'c1']);
  end('a1');
  await all[0];
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2']);
  assert.deepEqual(waiting(), ['b2']);
  end('c1');
  await all[3];
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2']);
  end('a2');
  end('b2');
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'b1', 'c1', 'b2']);
});

test('work that fails makes place for the next', async () => {
  const { begun, ask, end } = start();
  const failed = ask(1, 'a1');
  const next = ask(1, 'a2');
  end('a1', new Error('of the file'));
  await assert.rejects(failed, /^Error: of the file$/);
  assert.deepEqual(begun, ['a1', 'a2']);
  end('a2');
  assert.equal(await next, 'a2');
});

test('of a company three files wait and of all twenty; more are refused', async () => {
  const { begun, ask } = start();
  const refused = { code: 'unavailable', retryAfter: 60 };
  for (let at = 0; at < 4; at++) void ask(1, `a${at}`);
  await assert.rejects(ask(1, 'a4'), refused);
  void ask(2, 'b0');
  for (let owner = 3; owner < 20; owner++) void ask(owner, `c${owner}`);
  await assert.rejects(ask(20, 'd'), refused);
  assert.deepEqual(begun, ['a0', 'b0']);
});
