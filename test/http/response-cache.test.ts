import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Board } from '../../src/domain/board/board.ts';
import { BoardBuilder } from '../../src/domain/board/board-data.ts';
import { ResponseCache } from '../../src/http/response-cache.ts';

const newBoard = () => new Board(new BoardBuilder(0).finish());

const of = (url: string, { companyId = 1, revision = 1 } = {}) => ({
  url,
  revision,
  credential: { companyId },
});
const A = of('/a');
const B = of('/b');
const A2 = of('/a', { revision: 2 });

/** Counts how often an answer is made. */
const maker = () => {
  let made = 0;
  return () => `body ${++made}`;
};

describe('finished answers', () => {
  it('are kept from the second time on that they are asked for', async () => {
    const answers = new ResponseCache(10_000);
    const board = newBoard();
    const make = maker();
    assert.equal(await answers.get(A, make, board), 'body 1');
    assert.equal(await answers.get(A, make, board), 'body 2');
    assert.equal(await answers.get(A, make, board), 'body 2');
    assert.equal(await answers.get(B, make, board), 'body 3');
    assert.equal(await answers.get(A, make, board), 'body 2');
  });

  it('are never those of another company', async () => {
    const answers = new ResponseCache(10_000);
    const make = maker();
    const asked = [of('/a'), of('/a', { companyId: 11 }), of('1/a')];
    for (const one of [...asked, ...asked]) await answers.get(one, make);
    assert.deepEqual(await Promise.all(asked.map((one) => answers.get(one, make))), [
      'body 4',
      'body 5',
      'body 6',
    ]);
  });

  it('are made anew after any change of the company, and kept at once', async () => {
    const answers = new ResponseCache(10_000);
    const board = newBoard();
    const make = maker();
    await answers.get(A, make, board);
    await answers.get(A, make, board);
    assert.equal(await answers.get(A2, make, board), 'body 3');
    assert.equal(await answers.get(A2, make, board), 'body 3');
  });

  it('are made anew with another ranking', async () => {
    const answers = new ResponseCache(10_000);
    const board = newBoard();
    const make = maker();
    await answers.get(A, make, board);
    assert.equal(await answers.get(A, make, board), 'body 2');
    assert.equal(await answers.get(A, make, newBoard()), 'body 3');
    assert.equal(await answers.get(A, make, board), 'body 4');
  });

  it('are made once for all who ask while they are being made', async () => {
    const answers = new ResponseCache(10_000);
    const board = newBoard();
    const make = maker();
    const slowly = async () => make();
    assert.deepEqual(
      await Promise.all([A, A, A2].map((asked) => answers.get(asked, slowly, board))),
      ['body 1', 'body 1', 'body 2'],
    );
    assert.equal(await answers.get(A2, slowly, board), 'body 2');
  });

  it('are not kept where making them failed', async () => {
    const answers = new ResponseCache(10_000);
    const board = newBoard();
    const fail = () => {
      throw new Error('no');
    };
    const failLater = async () => fail();
    for (const _ of [1, 2]) {
      assert.throws(() => answers.get(A, fail, board), { message: 'no' });
      await assert.rejects(async () => answers.get(A, failLater, board), { message: 'no' });
    }
    assert.equal(await answers.get(A, maker(), board), 'body 1');
  });

  it('give way to newer ones when there is no room, and are not kept where they never fit', async () => {
    const answers = new ResponseCache(2_000);
    const make = maker();
    const twice = async (url: string) => {
      await answers.get(of(url), make);
      return answers.get(of(url), make);
    };
    for (const url of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) await twice(url);
    assert.equal(await twice('j'), 'body 20');
    assert.equal(await answers.get(of('j'), make), 'body 20');
    assert.equal(await answers.get(of('a'), make), 'body 21');
    const long = () => 'x'.repeat(3_000);
    for (const _ of [1, 2, 3]) assert.equal(await answers.get(of('long'), long), long());
    assert.equal(await answers.get(of('long'), make), 'body 22');
  });
});
