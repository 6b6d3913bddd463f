import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDelimiter, findDialect, toDelimiter } from '../../src/roster-file/dialect.ts';
import { usageMessage, validationMessage } from './expected-errors.ts';

for (const delimiter of [',', ';', '\t', '|'] as const) {
  test(`the delimiter ${JSON.stringify(delimiter)} is found among quoted ones of every other kind`, () => {
    const others = '"a,b;c\td|e"';
    const text = [
      ['id', 'email', others].join(delimiter),
      ['1', 'ann@example.com', others].join(delimiter),
      ['2', 'bob@example.com', '"two\nlines, and; more"'].join(delimiter),
    ].join('\n');
    assert.equal(findDelimiter(text), delimiter);
  });
}

test('a delimiter that gives every record the same number of cells is preferred', () => {
  assert.equal(findDelimiter('a,b,c;d\n1,2,3;4\n1;2,5\n'.replaceAll(',', '.')), ';');
  assert.equal(findDelimiter('Key;Place, Country\n1;Paris, France\n2;Monaco\n'), ';');
});

test('between two such delimiters, the one that yields known column names is chosen', () => {
  const text = 'x,Email;y,Surname\n1,a;2,b\n';
  assert.equal(findDelimiter(text), ',');
  assert.equal(findDelimiter('Email;x,Surname;y\n1;a,2;b\n'), ';');
});

test('if no delimiter gives equal records, known column names decide', () => {
  assert.equal(findDelimiter('Email;Surname;Note\na;b;c, d\na;b\n'), ';');
});

test('a long file is judged by a sample of its beginning, wherever the sample ends', () => {
  const row = `1;${'x'.repeat(20_000)};c\n`;
  assert.equal(findDelimiter(`a;b;c\n${row.repeat(8)}`), ';');
});

test('a file with a single column is comma-separated', () => {
  assert.equal(findDelimiter('Email\nann@example.com\n'), ',');
  assert.equal(findDelimiter(''), ',');
});

test('a sep= line determines the delimiter and is not part of the table', () => {
  for (const line of ['sep=;\r\n', 'SEP=;\n', '"sep=;"\n']) {
    const text = `${line}a,b;c,d\n`;
    assert.deepEqual(findDialect(text), { delimiter: ';', start: line.length, firstLine: 2 });
  }
});

test('the --delimiter option overrides both the sep= line and the detection', () => {
  assert.deepEqual(findDialect('sep=;\na;b\n', '|'), { delimiter: '|', start: 6, firstLine: 2 });
  assert.deepEqual(findDialect('a;b\n', '|'), { delimiter: '|', start: 0, firstLine: 1 });
});

test('a sep= line with another character is rejected', () => {
  assert.match(
    validationMessage(() => findDialect('sep=#\na#b\n')),
    /sep= line .* not supported/,
  );
});

test('the --delimiter option accepts the four characters and two words for the tab', () => {
  assert.deepEqual([',', ';', '|', '\t', 'tab', 'TAB', '\\t'].map(toDelimiter), [
    ',',
    ';',
    '|',
    '\t',
    '\t',
    '\t',
    '\t',
  ]);
  assert.match(
    usageMessage(() => toDelimiter('::')),
    /comma, a semicolon, \| or tab/,
  );
});
