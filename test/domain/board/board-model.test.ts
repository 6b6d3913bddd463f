import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Board } from '../../../src/domain/board/board.ts';
import {
  applyToReference,
  boardResults,
  dataOf,
  type Person,
  referenceResults,
  sortByRank,
} from './reference-ranking.ts';

const DEPARTMENTS = [null, 1, 2, 3];
/** Twice as many as at first, so that the arrays have to grow. */
const HIGHEST = 50;
const NUMBERS = Array.from({ length: HIGHEST + 2 }, (_, i) => i);

// Few distinct values, so that ties are common, and the limits of what a sum can reach.
const xp = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 3 }) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 53, -(2 ** 53)) },
);
const departmentNumber = fc.constantFrom(...DEPARTMENTS);
const active = fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false));
const change = fc.record({
  number: fc.integer({ min: 1, max: HIGHEST }),
  xp,
  departmentNumber,
  active,
});

// Long sequences too: by default fast-check generates about a dozen, too few to empty departments or grow arrays.
const changes = fc.array(change, { maxLength: 60, size: 'max' });

/** A company of this many employees in join order, some of them deactivated. */
const company = (size: number) =>
  fc.array(fc.record({ xp, departmentNumber, active }), { minLength: size, maxLength: size });

const rankedOf = (people: { xp: number; departmentNumber: number | null; active: boolean }[]) =>
  new Map<number, Person>(
    people.flatMap((person, i) =>
      person.active
        ? [[i + 1, { number: i + 1, xp: person.xp, departmentNumber: person.departmentNumber }]]
        : [],
    ),
  );

describe('a board after any changes', () => {
  for (const size of [0, 1, 25]) {
    it(`equals a plain sorted list, starting with ${size} employees`, () => {
      fc.assert(
        fc.property(company(size), changes, (start, events) => {
          const people = rankedOf(start);
          const board = new Board(dataOf(people.values(), size));
          const compare = () =>
            assert.deepEqual(
              boardResults(board, NUMBERS, DEPARTMENTS),
              referenceResults(people.values(), NUMBERS, DEPARTMENTS),
            );
          compare();
          for (const one of events) {
            board.apply(one);
            applyToReference(people, one);
            compare();
          }
        }),
        { numRuns: 40 },
      );
    });
  }

  it('equals a newly built board, even if every change is applied twice', () => {
    fc.assert(
      fc.property(company(25), changes, (start, events) => {
        const people = rankedOf(start);
        const board = new Board(dataOf(people.values(), 25));
        for (const one of events) {
          board.apply(one);
          board.apply(one);
          applyToReference(people, one);
        }
        assert.deepEqual(
          boardResults(board, NUMBERS, DEPARTMENTS),
          boardResults(new Board(dataOf(people.values(), HIGHEST)), NUMBERS, DEPARTMENTS),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('returns the same pages as a plain list, and continues after any key like one', () => {
    const offset = fc.nat({ max: 30 });
    const number = fc.integer({ min: 1, max: 26 });
    const SOME = new Set([0, 2]);
    fc.assert(
      fc.property(company(25), departmentNumber, offset, offset, xp, number, (...drawn) => {
        const [start, department, skipped, count, keyXp, keyNumber] = drawn;
        const people = [...rankedOf(start).values()];
        const board = new Board(dataOf(people, 25));
        const order = sortByRank(people);
        const rows = order.map((person, i) => ({ rank: i + 1, ...person }));
        const members = rows.filter((row) => row.departmentNumber === department);
        const toRanked = (row: (typeof rows)[number]) => ({
          rank: row.rank,
          number: row.number,
          xp: row.xp,
        });
        const upToKey = (person: Person) =>
          person.xp > keyXp || (person.xp === keyXp && person.number <= keyNumber);

        assert.deepEqual(
          {
            page: board.page(skipped, count),
            departmentPage: board.departmentPage(department, skipped, count),
            ranksOfSome: Array.from(board.ranksIn(SOME), (rank) => board.at(rank)),
            position: board.positionAfter(keyXp, keyNumber),
            departmentPosition: board.departmentPositionAfter(department, keyXp, keyNumber),
          },
          {
            page: rows.slice(skipped, skipped + count).map(toRanked),
            departmentPage: members.slice(skipped, skipped + count).map(toRanked),
            ranksOfSome: rows.filter((one) => SOME.has(one.departmentNumber ?? 0)).map(toRanked),
            position: order.filter(upToKey).length,
            departmentPosition: members.filter(upToKey).length,
          },
        );
      }),
      { numRuns: 300 },
    );
  });
});
