import assert from 'node:assert/strict';
import { test } from 'node:test';
import { teamFinder } from '../../src/domain/contest-teams.ts';

/** Departments, each below the one before. */
const chain = (length: number) =>
  Array.from({ length }, (_, at) => ({ number: at + 1, parentNumber: at === 0 ? null : at }));

test('somebody counts for the nearest chosen department at or above theirs', () => {
  const departments = [
    ...chain(5),
    { number: 6, parentNumber: 3 },
    { number: 7, parentNumber: null },
  ];
  const numbers = [6, 5, 1, 2, 3, 4, 7, 6, 99];
  const found = (chosen: readonly number[]) => numbers.map(teamFinder(departments, chosen));
  assert.deepEqual(found([]), [6, 5, 1, 2, 3, 4, 7, 6, null]);
  assert.deepEqual(found([2, 4]), [2, 4, null, 2, 2, 4, null, 2, null]);
});

test('however deep departments are, each is passed once and not for everybody in it', (t) => {
  const depth = 2_000;
  const teamOf = teamFinder(chain(depth), [1]);
  const lookUp = t.mock.method(Map.prototype, 'get');
  for (let at = 0; at < 3 * depth; at++) assert.equal(teamOf((at % depth) + 1), 1);
  assert.ok(lookUp.mock.callCount() < 10 * depth, String(lookUp.mock.callCount()));
});
