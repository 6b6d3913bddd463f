import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineForm } from '../../src/portal/forms/form.ts';
import { type Kind, text, typedCount, whole } from '../../src/portal/forms/kinds.ts';
import { readForm } from '../../src/portal/forms/read-form.ts';
import { Refused } from '../../src/portal/forms/refused.ts';
import { en } from '../../src/portal/languages/en.ts';

/** What a field of a kind holds, or what is said to be wrong with it. */
function read(kind: Kind, sent: string): unknown {
  const form = defineForm({
    ...{ id: 'form', fields: { field: kind } },
    texts: () => ({ button: 'Save', fields: { field: 'Field' } }),
  });
  try {
    return readForm(form, new URLSearchParams({ field: sent }), en).field;
  } catch (error) {
    if (error instanceof Refused) return error.fields;
    throw error;
  }
}

test('a whole number is read as people type it, and a fraction is not taken for one', () => {
  const kind = whole({ min: -5_000, max: 5_000 });
  for (const sent of ['1490', ' 1,490 ', '1’490', "1'490", '1 490', '+1,490']) {
    assert.equal(read(kind, sent), 1_490, sent);
  }
  assert.deepEqual([read(kind, '-120'), read(kind, '−120')], [-120, -120]);
  const whole150 = { field: en.forms.problems.whole };
  for (const sent of ['2.50', '1.490', '1e3', 'ten', '--1', '٣']) {
    assert.deepEqual(read(kind, sent), whole150, sent);
  }
  assert.deepEqual(read(kind, '5001'), {
    field: en.forms.problems.range({ min: -5_000, max: 5_000 }),
  });
});

test('the number of people that is typed to confirm may be written with any mark for thousands', () => {
  for (const sent of ['1490', '1,490', '1.490', '1 490', '1’490']) {
    assert.equal(read(typedCount(), sent), 1_490, sent);
  }
  assert.equal(read(typedCount(), ''), null);
});

test('the length of a text is that of its code points, as in the services', () => {
  const kind = text({ max: 3 });
  assert.equal(read(kind, '🏆🏆🏆'), '🏆🏆🏆');
  assert.deepEqual(read(kind, 'four'), { field: en.forms.problems.max_length({ max: 3 }) });
});
