import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';

test('a colon in a string or comment of a statement is not a parameter', () => {
  const db = new SqliteDatabase(':memory:', { write: true });
  const query = {
    name: 'test/colons',
    sql: `-- what :it says
      select ':sent' as text, 'it''s :ok' as quoted, :sent || '' as same, :count as count -- :end
      limit :count`,
    cardinality: 'one',
    params: { sent: 'text', count: 'integer' },
    row: { text: 'text', quoted: 'text', same: 'text', count: 'integer' },
  } as const;
  for (const sent of ['a', '007', '-1']) {
    assert.deepEqual(db.one(query, { sent, count: 2 }), {
      text: ':sent',
      quoted: "it's :ok",
      same: sent,
      count: 2,
    });
  }
  db.close();
});
