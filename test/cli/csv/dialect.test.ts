import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDelimiter, findDialect, toDelimiter } from '../../../src/cli/csv/dialect.ts';
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

test('a delimiter that divides every record alike beats one that does not', () => {
  assert.equal(findDelimiter('a,b,c;d\n1,2,3;4\n1;2,5\n'.replaceAll(',', '.')), ';');
  assert.equal(findDelimiter('Key;Place, Country\n1;Paris, France\n2;Monaco\n'), ';');
});

test('between two that divide alike, the one that gives known column names wins', () => {
  const text = 'x,Email;y,Surname\n1,a;2,b\n';
  assert.equal(findDelimiter(text), ',');
  assert.equal(findDelimiter('Email;x,Surname;y\n1;a,2;b\n'), ';');
});

test('where no delimiter divides alike, known column names still tell', () => {
  assert.equal(findDelimiter('Email;Surname;Note\na;b;c, d\na;b\n'), ';');
});

test('a long file is judged by its beginning, whichever record the sample cuts through', () => {
  const row = `1;${'x'.repeat(20_000)};c\n`;
  assert.equal(findDelimiter(`a;b;c\n${row.repeat(8)}`), ';');
});

test('a single column is a comma file', () => {
  assert.equal(findDelimiter('Email\nann@example.com\n'), ',');
  assert.equal(findDelimiter(''), ',');
});

test('a sep= line decides and is not part of the table', () => {
  for (const line of ['sep=;\r\n', 'SEP=;\n', '"sep=;"\n']) {
    const text = `${line}a,b;c,d\n`;
    assert.deepEqual(findDialect(text), { delimiter: ';', start: line.length, firstLine: 2 });
  }
});

test('a chosen delimiter overrules both the sep= line and the guess', () => {
  assert.deepEqual(findDialect('sep=;\na;b\n', '|'), { delimiter: '|', start: 6, firstLine: 2 });
  assert.deepEqual(findDialect('a;b\n', '|'), { delimiter: '|', start: 0, firstLine: 1 });
});

test('a sep= line with another character is refused', () => {
  assert.match(
    validationMessage(() => findDialect('sep=#\na#b\n')),
    /sep= line .* not supported/,
  );
});

test('the delimiter option takes the four characters and two words for the tab', () => {
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
