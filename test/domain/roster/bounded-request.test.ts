import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boundRequest } from '../../../src/domain/roster/bounded-request.ts';
import { ROSTER_FIELDS } from '../../../src/domain/roster/fields.ts';
import { readRoster } from '../../../src/domain/roster/read-roster.ts';

const FIELDS = Object.values(ROSTER_FIELDS);
const NO_RULES = { ssoDomains: null, emailKeyOf: (folded: string) => folded };

const read = (employees: unknown[]) => [...readRoster(employees, NO_RULES).readings];

const bounded = (employees: unknown[]) =>
  boundRequest({ employees, deactivateMissing: true, maxDeactivations: 3, dryRun: false });

/** Texts around each limit, of characters of one and of two code units, and values of other types. */
const value = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', ' ', '\n '.repeat(400)),
      fc.constantFrom('a', 'é', '😀', '\ud800', 'a@b.example', '\0', ' x'),
      fc.constantFrom(
        ...FIELDS.flatMap(({ maxLength: most }) => [0, 1, most - 1, most, most + 1, 3 * most]),
      ),
      fc.constantFrom('', '@x.example', ' '.repeat(900)),
    )
    .map(([before, text, times, after]) => `${before}${text.repeat(times)}${after}`),
  fc.constantFrom<unknown>(null, true, false, 12, 0.5, 1e300, -0, [], {}, ['x'.repeat(1_000)]),
  fc.integer({ min: 1, max: 4 }).map((n) => `p${n}@acme.example`),
);

const row = fc.oneof(
  fc.dictionary(
    fc.constantFrom(...FIELDS.map(({ name }) => name), '__proto__', 'toString', 'manager'),
    value,
    { maxKeys: 9, noNullPrototype: true },
  ),
  fc.constantFrom<unknown>(null, 1, 'row', true, [], ['external_id']),
);

test('the rows of a bounded request give the same rows, errors and duplicates', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const sent: unknown[] = JSON.parse(JSON.stringify(rows));
      assert.deepEqual(read(bounded(sent).employees), read(sent));
    }),
    { numRuns: 2_000 },
  );
});

test('a bounded request keeps nothing that a sync does not read', () => {
  const long = 'x'.repeat(1_000_000);
  const { employees, ...options } = bounded([
    { external_id: long, email: { deep: [long] }, job_title: [long], manager: long },
    [long],
    long,
  ]);
  assert.deepEqual(options, { deactivateMissing: true, maxDeactivations: 3, dryRun: false });
  assert.deepEqual(employees, [
    { external_id: 'x'.repeat(512), email: false, job_title: false },
    false,
    false,
  ]);
});
