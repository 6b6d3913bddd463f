import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Board } from '../../../src/domain/board/board.ts';
import { BoardBuilder, transferablesOf } from '../../../src/domain/board/board-data.ts';

const PEOPLE = 1_000_000;
const DEPARTMENTS = 500;

/** The same numbers in every run (a linear congruential generator with the constants of Numerical Recipes). */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** XP by number, with dozens of equal and some negative values; every hundredth person does not rank. */
function drawCompany() {
  const random = createDice(1);
  const xp = new Float64Array(PEOPLE + 1);
  const active = new Uint8Array(PEOPLE + 1);
  for (let number = 1; number <= PEOPLE; number++) {
    xp[number] = random(50_000) - 500;
    active[number] = number % 100 === 0 ? 0 : 1;
  }
  return { xp, active };
}

const departmentOf = (number: number) =>
  number % (DEPARTMENTS + 1) === 0 ? null : number % (DEPARTMENTS + 1);

/** Sorts by one number for both keys: XP is multiplied by more than any person's number. */
function sortPlainly(xp: Float64Array, active: Uint8Array): number[] {
  const STEP = 2 ** 21;
  const keys = new Float64Array(active.reduce((sum, one) => sum + one, 0));
  let size = 0;
  for (let number = 1; number < xp.length; number++) {
    if (active[number] === 1) keys[size++] = -(xp[number] ?? 0) * STEP + number;
  }
  return Array.from(keys.sort(), (key) => key - Math.floor(key / STEP) * STEP);
}

describe('a board of a million people', () => {
  const { xp, active } = drawCompany();
  const order = sortPlainly(xp, active);
  const builder = new BoardBuilder(PEOPLE);
  for (const number of order) builder.add(number, xp[number] ?? 0, departmentOf(number));
  const data = builder.finish();
  const board = new Board(data);

  it('uses at most 24 bytes per person', () => {
    const bytes = transferablesOf(data).reduce((sum, buffer) => sum + buffer.byteLength, 0);
    assert.ok(bytes <= 24 * PEOPLE, `${bytes} bytes`);
  });

  it('gives everybody the same rank as sorting', () => {
    const wrong = order.filter((number, i) => board.rankOf(number) !== i + 1);
    assert.deepEqual(wrong, []);
    assert.equal(board.rankOf(100), null);
  });

  it('ranks every department like sorting', () => {
    const seen = new Map<number | null, number>();
    const wrong = order.filter((number) => {
      const department = departmentOf(number);
      const rank = (seen.get(department) ?? 0) + 1;
      seen.set(department, rank);
      return board.departmentRankOf(number) !== (department === null ? null : rank);
    });
    assert.deepEqual(wrong, []);
    assert.equal(board.departmentSize(null), seen.get(null));
    assert.equal(board.departments().length, DEPARTMENTS);
  });

  it('is still in order after a thousand changes', () => {
    const random = createDice(2);
    for (let i = 0; i < 1_000; i++) {
      const number = 1 + random(xp.length + 10);
      const change = { number, xp: random(50_000) - 500, active: random(4) > 0 };
      board.apply({ ...change, departmentNumber: departmentOf(number) });
      if (number > PEOPLE) continue;
      xp[number] = change.xp;
      active[number] = change.active ? 1 : 0;
    }
    // Nobody above the first million may remain: the plain order does not contain them.
    for (let number = PEOPLE + 1; number <= PEOPLE + 20; number++) {
      board.apply({ number, xp: 0, departmentNumber: null, active: false });
    }
    const page = board.page(0, PEOPLE);
    assert.equal(
      page.findIndex((row, i) => row.rank !== i + 1 || row.xp !== xp[row.number]),
      -1,
    );
    const plain = sortPlainly(xp, active);
    assert.equal(page.length, plain.length);
    assert.equal(
      page.findIndex((row, i) => row.number !== plain[i]),
      -1,
    );
  });
});
