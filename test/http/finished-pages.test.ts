import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Board } from '../../src/domain/board/board.ts';
import { BoardBuilder } from '../../src/domain/board/board-data.ts';
import { FinishedPages } from '../../src/http/finished-pages.ts';

const newBoard = () => new Board(new BoardBuilder(0).finish());

/** Counts how often a page is made. */
const maker = () => {
  let made = 0;
  return () => `body ${++made}`;
};

describe('finished pages', async () => {
  it('are made once for as long as ranking and data stay the same', async () => {
    const pages = new FinishedPages(10_000);
    const board = newBoard();
    const make = maker();
    assert.equal(await pages.get('a', { dataVersion: 1, board }, make), 'body 1');
    assert.equal(await pages.get('a', { dataVersion: 1, board }, make), 'body 1');
    assert.equal(await pages.get('b', { dataVersion: 1, board }, make), 'body 2');
  });

  it('are made anew after any change of the data', async () => {
    const pages = new FinishedPages(10_000);
    const board = newBoard();
    const make = maker();
    await pages.get('a', { dataVersion: 1, board }, make);
    assert.equal(await pages.get('a', { dataVersion: 2, board }, make), 'body 2');
    assert.equal(await pages.get('a', { dataVersion: 2, board }, make), 'body 2');
  });

  it('are made anew with another ranking', async () => {
    const pages = new FinishedPages(10_000);
    const make = maker();
    await pages.get('a', { dataVersion: 1, board: newBoard() }, make);
    assert.equal(await pages.get('a', { dataVersion: 1, board: newBoard() }, make), 'body 2');
  });

  it('are made once for all who ask while they are being made', async () => {
    const pages = new FinishedPages(10_000);
    const board = newBoard();
    const make = maker();
    const slowly = async () => make();
    assert.deepEqual(
      await Promise.all(
        [1, 1, 2].map((version) => pages.get('a', { dataVersion: version, board }, slowly)),
      ),
      ['body 1', 'body 1', 'body 2'],
    );
    assert.equal(await pages.get('a', { dataVersion: 2, board }, slowly), 'body 2');
  });

  it('are not kept where making them failed', async () => {
    const pages = new FinishedPages(10_000);
    const board = newBoard();
    const fail = () => {
      throw new Error('no');
    };
    await assert.rejects(pages.get('a', { dataVersion: 1, board }, fail), { message: 'no' });
    assert.equal(await pages.get('a', { dataVersion: 1, board }, maker()), 'body 1');
  });

  it('give way to newer ones when there is no room, and are not kept where they never fit', async () => {
    const pages = new FinishedPages(2_000);
    const board = newBoard();
    const make = maker();
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) {
      await pages.get(key, { dataVersion: 1, board }, make);
    }
    assert.equal(await pages.get('j', { dataVersion: 1, board }, make), 'body 10');
    assert.equal(await pages.get('a', { dataVersion: 1, board }, make), 'body 11');
    const long = 'x'.repeat(3_000);
    assert.equal(await pages.get('long', { dataVersion: 1, board }, () => long), long);
    assert.equal(await pages.get('long', { dataVersion: 1, board }, make), 'body 12');
  });
});
