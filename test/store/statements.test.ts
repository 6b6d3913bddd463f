import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { namedStatements, parseQueryFile } from '../../src/store/query.ts';
import { migrationFiles, queryFiles } from '../../src/store/sql-files.ts';
import { sqliteText } from '../../src/store/sqlite/sqlite-text.ts';
import { everyDescriptor } from './descriptors.ts';

// Comments and strings may contain colons.
const parametersOf = (sql: string): string[] => [
  ...new Set(
    [
      ...sql
        .replace(/--.*$/gm, '')
        .replace(/'[^']*'/g, "''")
        .matchAll(/:([a-z]\w*)/gi),
    ].map(([, name = '']) => name),
  ),
];

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const descriptors = await everyDescriptor();
const sqlite = new Sqlite(':memory:');
sqlite.function('iso_time', (time) => time);
for (const { text } of migrationFiles) sqlite.exec(text);

/** The columns that a statement gives. */
function columnsOf(sql: string): string[] {
  const statement = sqlite.prepare(sql);
  return statement.reader ? statement.columns().map(({ name }) => name) : [];
}

test('no two statements have the same name', () => {
  const names = queryFiles
    .map(parseQueryFile)
    .flatMap(({ statements }) => statements.map(({ name }) => name));
  assert.deepEqual(names, [...new Set(names)]);
});

test('every fragment has a unique name and is used', () => {
  const names = queryFiles.map(parseQueryFile).flatMap(({ fragments }) => [...fragments.keys()]);
  assert.deepEqual(names, [...new Set(names)]);
  const sql = queryFiles.map(({ text }) => text).join('');
  const code = ['sqlite/sqlite-text.ts', 'postgres/statement-text.ts', 'copy/working-copy.ts']
    .map((file) => readFileSync(new URL(`../../src/store/${file}`, import.meta.url), 'utf8'))
    .join('');
  assert.deepEqual(
    names.filter((name) => !sql.includes(`{{${name}}}`) && !code.includes(`fragmentOf('${name}')`)),
    [],
  );
});

test('every statement has exactly one descriptor', () => {
  assert.deepEqual(
    descriptors.map(({ query }) => query.name).sort(),
    [...namedStatements.keys()].sort(),
  );
});

test('every descriptor is named after its statement and is in the file of its noun', () => {
  for (const { file, as, query } of descriptors) {
    const [noun, name = ''] = query.name.split('/');
    assert.equal(`${file}/${as}`, `${noun}/${camelCase(name)}`);
  }
});

test('no list of rows has a column that is the index of the row already', () => {
  const lists = descriptors.flatMap(({ query }) => Object.entries(query.params));
  assert.deepEqual(
    lists.filter(
      ([, kind]) => typeof kind === 'object' && 'rowsOf' in kind && 'position' in kind.rowsOf,
    ),
    [],
  );
});

for (const { query } of descriptors) {
  test(`${query.name} has the parameters, columns and number of rows that its descriptor declares`, () => {
    const columns = columnsOf(sqliteText(query));
    assert.deepEqual(columns.toSorted(), Object.keys(query.row).sort());
    assert.deepEqual(parametersOf(query.sql).sort(), Object.keys(query.params).sort());
    assert.equal(namedStatements.get(query.name)?.cardinality, query.cardinality);
    assert.equal(query.cardinality === 'exec', columns.length === 0);
  });
}
