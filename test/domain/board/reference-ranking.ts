import type { Board, BoardChange, Ranked } from '../../../src/domain/board/board.ts';
import { BoardBuilder, type BoardData } from '../../../src/domain/board/board-data.ts';

/** A person who ranks. */
export interface Person {
  number: number;
  xp: number;
  departmentNumber: number | null;
}

/** The order of a leaderboard, implemented independently. */
export const sortByRank = (people: Iterable<Person>): Person[] =>
  [...people].sort((a, b) => (a.xp === b.xp ? a.number - b.number : b.xp - a.xp));

/** Builds the data of a board from ranked rows, like the worker. */
export function dataOf(people: Iterable<Person>, highestNumber: number): BoardData {
  const builder = new BoardBuilder(highestNumber);
  for (const { number, xp, departmentNumber } of sortByRank(people)) {
    builder.add(number, xp, departmentNumber);
  }
  return builder.finish();
}

/** All results of a board in one value to compare, for these `numbers`. */
export function boardResults(board: Board, numbers: number[], departments: (number | null)[]) {
  return {
    size: board.size,
    page: board.page(0, Infinity),
    people: numbers.map((number) => ({
      number,
      xp: board.xpOf(number),
      rank: board.rankOf(number),
      departmentRank: board.departmentRankOf(number),
    })),
    departments: board.departments().sort((a, b) => a - b),
    groups: departments.map((department) => ({
      department,
      size: board.departmentSize(department),
      totalXp: board.departmentTotalXp(department),
      page: board.departmentPage(department, 0, Infinity),
    })),
  };
}

/** The same results, from a list that is sorted and searched anew for each of them. */
export function referenceResults(
  people: Iterable<Person>,
  numbers: number[],
  departments: (number | null)[],
): ReturnType<typeof boardResults> {
  const order = sortByRank(people);
  const page: Ranked[] = order.map(({ number, xp }, i) => ({ rank: i + 1, number, xp }));
  const membersOf = (department: number | null) =>
    order.filter((person) => person.departmentNumber === department);
  return {
    size: order.length,
    page,
    people: numbers.map((number) => {
      const person = order.find((other) => other.number === number);
      if (!person) return { number, xp: null, rank: null, departmentRank: null };
      const department = person.departmentNumber;
      return {
        number,
        xp: person.xp,
        rank: order.indexOf(person) + 1,
        departmentRank: department === null ? null : membersOf(department).indexOf(person) + 1,
      };
    }),
    departments: departments.filter((d) => d !== null).filter((d) => membersOf(d).length > 0),
    groups: departments.map((department) => {
      const members = membersOf(department);
      return {
        department,
        size: members.length,
        totalXp: Number(members.reduce((sum, { xp }) => sum + BigInt(xp), 0n)),
        page: page.filter(({ number }) => members.some((member) => member.number === number)),
      };
    }),
  };
}

/** Applies a change to the reference ranking. */
export function applyToReference(people: Map<number, Person>, change: BoardChange): void {
  const { number, xp, departmentNumber } = change;
  if (change.active) people.set(number, { number, xp, departmentNumber });
  else people.delete(number);
}
