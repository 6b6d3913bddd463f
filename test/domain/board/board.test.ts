import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { Board } from '../../../src/domain/board/board.ts';
import { BoardBuilder, transferablesOf } from '../../../src/domain/board/board-data.ts';
import { boardResults, dataOf, type Person, referenceResults } from './reference-ranking.ts';

const person = (number: number, xp: number, departmentNumber: number | null): Person => ({
  number,
  xp,
  departmentNumber,
});

/** Ranks are 3, 1, 4, 2, 6; number 5 is deactivated. */
const SIX = [
  person(1, 40, 7),
  person(2, 0, null),
  person(3, 90, 8),
  person(4, 40, 8),
  person(6, -5, 7),
];
const newBoard = () => new Board(dataOf(SIX, 6));
const numbersOf = (rows: { number: number }[]) => rows.map((row) => row.number);

describe('a board', () => {
  it('ranks by XP, and equals by who joined first, without shared ranks', () => {
    assert.deepEqual(newBoard().page(0, 10), [
      { rank: 1, number: 3, xp: 90 },
      { rank: 2, number: 1, xp: 40 },
      { rank: 3, number: 4, xp: 40 },
      { rank: 4, number: 2, xp: 0 },
      { rank: 5, number: 6, xp: -5 },
    ]);
  });

  it('gives each person the rank in the company and in the department', () => {
    const board = newBoard();
    assert.equal(board.rankOf(4), 3);
    assert.equal(board.departmentRankOf(4), 2);
    assert.equal(board.xpOf(6), -5);
  });

  it('gives no department rank to a person without a department', () => {
    const board = newBoard();
    assert.equal(board.rankOf(2), 4);
    assert.equal(board.departmentRankOf(2), null);
  });

  it('has no rank for a person who does not rank or is unknown', () => {
    const board = newBoard();
    for (const number of [5, 7, 1_000]) {
      assert.equal(board.xpOf(number), null);
      assert.equal(board.rankOf(number), null);
      assert.equal(board.departmentRankOf(number), null);
    }
  });

  it('keeps company-wide ranks on a department page', () => {
    const board = newBoard();
    assert.deepEqual(board.departmentPage(7, 0, 10), [
      { rank: 2, number: 1, xp: 40 },
      { rank: 5, number: 6, xp: -5 },
    ]);
    assert.deepEqual(board.departmentPage(null, 0, 10), [{ rank: 4, number: 2, xp: 0 }]);
  });

  it('returns pages of the ranking, and an empty one beyond its end', () => {
    const board = newBoard();
    assert.deepEqual(numbersOf(board.page(1, 2)), [1, 4]);
    assert.deepEqual(numbersOf(board.page(4, 2)), [6]);
    assert.deepEqual(board.page(5, 2), []);
    assert.deepEqual(board.page(99, 2), []);
    assert.deepEqual(numbersOf(board.departmentPage(8, 1, 5)), [4]);
    assert.deepEqual(board.departmentPage(8, 2, 5), []);
    assert.deepEqual(board.departmentPage(9, 0, 5), []);
  });

  it('lists the departments that have members, with their sizes and sums', () => {
    const board = newBoard();
    assert.deepEqual(board.departments().sort(), [7, 8]);
    assert.equal(board.departmentSize(8), 2);
    assert.equal(board.departmentTotalXp(8), 130);
    assert.equal(board.departmentTotalXp(7), 35);
    assert.equal(board.departmentSize(null), 1);
    assert.equal(board.departmentSize(9), 0);
    assert.equal(board.departmentTotalXp(9), 0);
  });

  it('has neither people nor departments in an empty company', () => {
    const board = new Board(dataOf([], 0));
    assert.deepEqual(boardResults(board, [1], [null, 7]), referenceResults([], [1], [null, 7]));
    assert.equal(board.positionAfter(0, 1), 0);
  });

  it('is transferred to another thread completely, without copying its arrays', () => {
    const data = dataOf(SIX, 6);
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(data, transferablesOf(data));
    const received = receiveMessageOnPort(port2)?.message;
    port1.close();
    assert.deepEqual(
      transferablesOf(data).map((buffer) => buffer.byteLength),
      [0, 0, 0, 0],
    );
    assert.deepEqual(new Board(received).page(0, 10), newBoard().page(0, 10));
  });
});

describe('pagination of a board', () => {
  it('continues after the last person shown', () => {
    const board = newBoard();
    assert.equal(board.positionAfter(90, 3), 1);
    assert.equal(board.positionAfter(40, 1), 2);
    assert.equal(board.positionAfter(-5, 6), 5);
    assert.equal(board.departmentPositionAfter(8, 90, 3), 1);
    assert.equal(board.departmentPositionAfter(9, 90, 3), 0);
  });

  it('continues at the same place when the last person shown has moved or is gone', () => {
    const board = newBoard();
    board.apply({ number: 1, xp: -80, departmentNumber: 7, active: true });
    assert.deepEqual(numbersOf(board.page(board.positionAfter(40, 1), 2)), [4, 2]);
    board.apply({ number: 3, xp: 90, departmentNumber: 8, active: false });
    assert.deepEqual(numbersOf(board.page(board.positionAfter(90, 3), 2)), [4, 2]);
  });

  it('neither repeats nor skips anybody when people are added or removed before the cursor', () => {
    const board = newBoard();
    board.apply({ number: 7, xp: 100, departmentNumber: null, active: true });
    assert.deepEqual(numbersOf(board.page(board.positionAfter(40, 1), 2)), [4, 2]);
  });
});

describe('a change', () => {
  it('adds a new person, with a number far beyond the known ones', () => {
    const board = newBoard();
    board.apply({ number: 500, xp: 40, departmentNumber: 7, active: true });
    assert.equal(board.rankOf(500), 4);
    assert.equal(board.departmentRankOf(500), 2);
    assert.equal(board.rankOf(499), null);
    assert.equal(board.size, 6);
  });

  it('removes a person and adds them again', () => {
    const board = newBoard();
    board.apply({ number: 1, xp: 40, departmentNumber: 7, active: false });
    assert.equal(board.rankOf(1), null);
    assert.equal(board.rankOf(4), 2);
    board.apply({ number: 1, xp: 40, departmentNumber: 7, active: true });
    assert.deepEqual(board.page(0, 10), newBoard().page(0, 10));
  });

  it('empties a department, which is then no longer listed, and fills it again', () => {
    const board = newBoard();
    board.apply({ number: 1, xp: 40, departmentNumber: 8, active: true });
    board.apply({ number: 6, xp: -5, departmentNumber: null, active: true });
    assert.deepEqual(board.departments(), [8]);
    assert.equal(board.departmentSize(7), 0);
    board.apply({ number: 2, xp: 0, departmentNumber: 7, active: true });
    assert.deepEqual(board.departmentPage(7, 0, 10), [{ rank: 4, number: 2, xp: 0 }]);
  });

  it('does not affect neighbouring departments when a department outgrows its space', () => {
    const board = newBoard();
    for (let number = 7; number < 40; number++) {
      board.apply({ number, xp: number, departmentNumber: 8, active: true });
    }
    assert.deepEqual(numbersOf(board.departmentPage(7, 0, 10)), [1, 6]);
    assert.deepEqual(numbersOf(board.departmentPage(null, 0, 10)), [2]);
    assert.equal(board.departmentSize(8), 35);
  });

  it('has no effect when it is applied again or changes nothing', () => {
    const board = newBoard();
    board.apply({ number: 5, xp: 3, departmentNumber: 7, active: false });
    board.apply({ number: 4, xp: 40, departmentNumber: 8, active: true });
    assert.deepEqual(board.page(0, 10), newBoard().page(0, 10));
    for (let time = 0; time < 2; time++) {
      board.apply({ number: 4, xp: 41, departmentNumber: null, active: true });
    }
    assert.equal(board.size, 5);
    assert.equal(board.departmentTotalXp(8), 90);
    assert.equal(board.departmentTotalXp(null), 41);
  });

  it('is rejected completely when its XP is not a whole number', () => {
    const board = newBoard();
    for (const xp of [Number.NaN, 1.5, Infinity]) {
      assert.throws(
        () => board.apply({ number: 1, xp, departmentNumber: 8, active: true }),
        RangeError,
      );
    }
    assert.deepEqual(boardResults(board, [1], [7, 8]), boardResults(newBoard(), [1], [7, 8]));
  });

  it('keeps a sum exact that was temporarily beyond the range of a double', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const board = new Board(dataOf([person(1, most, 7), person(2, 4, 7), person(3, -most, 7)], 3));
    assert.equal(board.departmentTotalXp(7), 4);
    board.apply({ number: 4, xp: most, departmentNumber: 7, active: true });
    board.apply({ number: 5, xp: most, departmentNumber: 7, active: true });
    board.apply({ number: 4, xp: most, departmentNumber: 7, active: false });
    board.apply({ number: 5, xp: 1, departmentNumber: 7, active: true });
    assert.equal(board.departmentTotalXp(7), 5);
  });
});

describe('a board builder', () => {
  it('rejects rows that are not in rank order', () => {
    const byXp = new BoardBuilder(2);
    byXp.add(1, 5, null);
    assert.throws(() => byXp.add(2, 6, null), /out of order/);
    const byNumber = new BoardBuilder(2);
    byNumber.add(2, 5, null);
    assert.throws(() => byNumber.add(1, 5, null), /out of order/);
  });

  it('rejects a repeated number and a number above the highest', () => {
    const builder = new BoardBuilder(2);
    builder.add(1, 5, null);
    assert.throws(() => builder.add(1, 4, null), /twice/);
    assert.throws(() => builder.add(3, 4, null), /beyond the highest/);
  });

  it('rejects XP that is not a whole number', () => {
    assert.throws(() => new BoardBuilder(1).add(1, 1.5, null), RangeError);
  });
});
