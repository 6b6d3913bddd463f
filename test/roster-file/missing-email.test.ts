import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeWithoutEmail } from '../../src/roster-file/missing-email.ts';
import { TextList } from '../../src/roster-file/packed-texts.ts';
import { readRosterFile } from '../../src/roster-file/read-rows.ts';
import { textOf } from './text-of.ts';

test('what is kept of rows without an email is bounded, whatever their ids are', () => {
  const long = 'x'.repeat(90_000);
  const rows = Array.from({ length: 300 }, (_, at) => `E${at}${at % 2 ? long : ''},,Ann,Lee`);
  const text = ['external_id,email,first_name,last_name', 'A,a@x.co,Ann,Lee', ...rows].join('\n');
  const whole = readRosterFile(textOf(Buffer.from(text)));
  const { withoutEmail } = takeWithoutEmail(whole, { allowMissingEmail: true });
  const ids = [...new TextList(withoutEmail.externalIds)];
  assert.deepEqual(
    ids.filter((id) => id.length < 10),
    rows.filter((row) => row.length < 30).map((row) => row.split(',')[0]),
  );
  assert.equal(ids.length, 300);
  assert.ok(withoutEmail.externalIds.bytes.length < 300 * 1_000);
});
