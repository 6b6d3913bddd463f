import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Outbox } from '../../src/http/outbox.ts';
import { Turns } from '../../src/http/turns.ts';

test('parts of long work have turns of their own, after what is ready to send', async () => {
  const outbox = new Outbox();
  const turns = new Turns(outbox);
  const order: string[] = [];
  const read = (name: string) => outbox.add(() => order.push(name));
  const part = (name: string) => turns.next().then(() => order.push(name));
  const parts = [part('first'), part('second')];
  // Each arrives while another part waits for its turn.
  setImmediate(() => read('read 1'));
  await parts[0];
  setImmediate(() => read('read 2'));
  await parts[1];
  assert.deepEqual(order, ['read 1', 'first', 'read 2', 'second']);
});
