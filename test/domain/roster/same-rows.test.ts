import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { areSameRows, indexRows, type RowIndex } from '../../../src/domain/roster/same-rows.ts';
import { rosterRow } from './builders.ts';

const indexOf = (rows: readonly unknown[]): RowIndex => {
  const index = indexRows(rows);
  assert.ok(index);
  return index;
};

const [one, two] = [rosterRow('1'), { ...rosterRow('2'), job_title: null }];

describe('two rosters', () => {
  it('have the same rows in any order, whatever else they contain', () => {
    const index = indexOf([one, two]);
    assert.equal(areSameRows(index, [two, one]), true);
    assert.equal(areSameRows(index, [{ shoe_size: 43, ...two }, one]), true);
  });

  it('differ by an added, a missing or a repeated row', () => {
    const index = indexOf([one, two]);
    for (const rows of [[one], [one, two, rosterRow('3')], [one, one], [one, rosterRow('3')], []])
      assert.equal(areSameRows(index, rows), false);
  });

  it('differ by any field that a sync reads, including null instead of an omitted field', () => {
    const index = indexOf([one, two]);
    for (const change of [
      { external_id: 2 },
      { email: 'Other@acme.example' },
      { first_name: 'Ann ' },
      { last_name: null },
      { department_external_id: 'D' },
      { department_name: '' },
      { job_title: 1 },
    ])
      assert.equal(areSameRows(index, [{ ...one, ...change }, two]), false);
    const { job_title: _, ...without } = two;
    assert.equal(areSameRows(index, [one, without]), false);
  });

  it('differ if a row is not an object', () => {
    const index = indexOf([one, two]);
    for (const row of [null, 'x', 1, [two], undefined])
      assert.equal(areSameRows(index, [one, row]), false);
  });

  it('are not compared by ids that were sent as numbers', () => {
    assert.equal(indexRows([one, rosterRow('2', { external_id: 2 })]), null);
  });
});
