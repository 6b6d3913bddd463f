import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Board } from '../../src/domain/board/board.ts';
import { BoardBuilder } from '../../src/domain/board/board-data.ts';
import { FinishedAnswers } from '../../src/http/finished-answers.ts';

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

describe('finished answers', async () => {
  it('are made once for as long as ranking and company stay the same', async () => {
    const answers = new FinishedAnswers(10_000);
    const board = newBoard();
    const make = maker();
    assert.equal(await answers.get(A, make, board), 'body 1');
    assert.equal(await answers.get(A, make, board), 'body 1');
    assert.equal(await answers.get(B, make, board), 'body 2');
  });

  it('are never those of another company', async () => {
    const answers = new FinishedAnswers(10_000);
    const make = maker();
    assert.equal(await answers.get(of('/a'), make), 'body 1');
    assert.equal(await answers.get(of('/a', { companyId: 11 }), make), 'body 2');
    assert.equal(await answers.get(of('1/a'), make), 'body 3');
  });

  it('are made anew after any change of the company', async () => {
    const answers = new FinishedAnswers(10_000);
    const board = newBoard();
    const make = maker();
    await answers.get(A, make, board);
    assert.equal(await answers.get(A2, make, board), 'body 2');
    assert.equal(await answers.get(A2, make, board), 'body 2');
  });

  it('are made anew with another ranking', async () => {
    const answers = new FinishedAnswers(10_000);
    const make = maker();
    await answers.get(A, make, newBoard());
    assert.equal(await answers.get(A, make, newBoard()), 'body 2');
  });

  it('are made once for all who ask while they are being made', async () => {
    const answers = new FinishedAnswers(10_000);
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
    const answers = new FinishedAnswers(10_000);
    const board = newBoard();
    const fail = () => {
      throw new Error('no');
    };
    assert.throws(() => answers.get(A, fail, board), { message: 'no' });
    const failLater = async () => fail();
    await assert.rejects(async () => answers.get(A, failLater, board), {
      message: 'no',
    });
    assert.equal(await answers.get(A, maker(), board), 'body 1');
  });

  it('give way to newer ones when there is no room, and are not kept where they never fit', async () => {
    const answers = new FinishedAnswers(2_000);
    const board = newBoard();
    const make = maker();
    for (const url of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) {
      await answers.get(of(url), make, board);
    }
    assert.equal(await answers.get(of('j'), make, board), 'body 10');
    assert.equal(await answers.get(A, make, board), 'body 11');
    const long = 'x'.repeat(3_000);
    assert.equal(await answers.get(of('long'), () => long, board), long);
    assert.equal(await answers.get(of('long'), make, board), 'body 12');
  });
});
