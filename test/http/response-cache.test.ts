import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Board } from '../../src/domain/board/board.ts';
import { BoardBuilder } from '../../src/domain/board/board-data.ts';
import { ResponseCache } from '../../src/http/response/response-cache.ts';

const newBoard = () => new Board(new BoardBuilder(0).finish());

const of = (url: string, { epoch = '0 1 0', revision = 1 } = {}) => ({ url, revision, epoch });
const A = of('/a');
const B = of('/b');
const A2 = of('/a', { revision: 2 });

/** Counts how often a body is generated. */
const createGenerator = () => {
  let count = 0;
  return async () => `body ${++count}`;
};

describe('the response cache', () => {
  it('keeps a body from the second request of its URL on', async () => {
    const cache = new ResponseCache(10_000);
    const board = newBoard();
    const make = createGenerator();
    assert.equal(await cache.get(A, make, board), 'body 1');
    assert.equal(await cache.get(A, make, board), 'body 2');
    assert.equal(await cache.get(A, make, board), 'body 2');
    assert.equal(await cache.get(B, make, board), 'body 3');
    assert.equal(await cache.get(A, make, board), 'body 2');
  });

  it('keeps what is requested again while a client pages through a long list once', async () => {
    const cache = new ResponseCache(10_000);
    const make = createGenerator();
    await cache.get(A, make);
    assert.equal(await cache.get(A, make), 'body 2');
    const page = 'x'.repeat(2_000);
    for (let at = 0; at < 20; at++) await cache.get(of(`/list/${at}`), async () => page);
    assert.equal(await cache.get(A, make), 'body 2');
  });

  it('never returns the body of another company', async () => {
    const cache = new ResponseCache(10_000);
    const make = createGenerator();
    for (const key of [of('/a'), of('/a', { epoch: '0 11 0' }), of('0/a')]) {
      await cache.get(key, make);
      const body = await cache.get(key, make);
      assert.equal(await cache.get(key, make), body);
    }
    assert.equal(await make(), 'body 7');
  });

  it('generates a body again after any change to the company', async () => {
    const cache = new ResponseCache(10_000);
    const board = newBoard();
    const make = createGenerator();
    await cache.get(A, make, board);
    assert.equal(await cache.get(A2, make, board), 'body 2');
    assert.equal(await cache.get(A2, make, board), 'body 2');
    assert.equal(await cache.get(A, make, board), 'body 3');
  });

  it('generates a body again for another ranking', async () => {
    const cache = new ResponseCache(10_000);
    const board = newBoard();
    const make = createGenerator();
    await cache.get(A, make, board);
    assert.equal(await cache.get(A, make, board), 'body 2');
    assert.equal(await cache.get(A, make, newBoard()), 'body 3');
    assert.equal(await cache.get(A, make, board), 'body 4');
  });

  it('generates a body once for concurrent requests', async () => {
    const cache = new ResponseCache(10_000);
    const board = newBoard();
    const make = createGenerator();
    const bodies = [A, A, A2].map((key) => cache.get(key, make, board));
    assert.deepEqual(await Promise.all(bodies), ['body 1', 'body 1', 'body 2']);
    assert.equal(await make(), 'body 3');
  });

  it('generates a body again in another epoch of the company', async () => {
    const [laterA, laterB] = ['/a', '/b'].map((url) => of(url, { epoch: '1 1 0' }));
    assert.ok(laterA && laterB);
    const cache = new ResponseCache(10_000);
    const make = createGenerator();
    for (let time = 0; time < 2; time++) await cache.get(A, make);
    assert.equal(await cache.get(A, make), 'body 2');
    const { promise, resolve } = Promise.withResolvers<string>();
    const pending = cache.get(B, () => promise);
    assert.equal(await cache.get(laterA, make), 'body 3');
    assert.equal(await cache.get(laterB, make), 'body 4');
    resolve('late');
    assert.equal(await pending, 'late');
    assert.equal(await cache.get(laterB, make), 'body 5');
    assert.equal(await cache.get(laterB, make), 'body 5');
  });

  it('does not cache a failure', async () => {
    const cache = new ResponseCache(10_000);
    const board = newBoard();
    const fail = async () => {
      throw new Error('no');
    };
    const results = [1, 2].map(async () => cache.get(A, fail, board));
    for (const result of results) await assert.rejects(result, { message: 'no' });
    assert.equal(await cache.get(A, createGenerator(), board), 'body 1');
  });

  it('evicts old bodies when it is full, and does not cache one that is too large', async () => {
    const cache = new ResponseCache(2_000);
    const make = createGenerator();
    for (const url of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) {
      for (let time = 0; time < 2; time++) await cache.get(of(url), make);
    }
    assert.equal(await cache.get(of('j'), make), 'body 20');
    assert.equal(await cache.get(of('a'), make), 'body 21');
    const long = 'x'.repeat(3_000);
    for (let time = 0; time < 2; time++) {
      assert.equal(await cache.get(of('long'), async () => long), long);
    }
    assert.equal(await cache.get(of('long'), make), 'body 22');
  });
});
