import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Context } from '../../src/cli/context.ts';
import { style } from '../../src/cli/output/output.ts';
import { table } from '../../src/cli/output/table.ts';
import { escapeControl } from '../../src/cli/output/terminal.ts';
import { truncateToWidth, widthOf } from '../../src/cli/output/text-width.ts';

const on = (terminal: { columns?: number; env?: Record<string, string> } = {}): Context => {
  const output = {
    write: () => {},
    isTTY: terminal.columns !== undefined,
    columns: terminal.columns,
  };
  return {
    stdin: (async function* () {})(),
    stdout: output,
    stderr: output,
    env: terminal.env ?? {},
    cwd: '/',
    now: () => 0,
    sleep: async () => {},
    actor: 'test',
    stopRequested: () => Promise.resolve(),
  };
};

type Row = { id: string; name: string; count: number };
const columns = [
  { heading: 'ID', value: (row: Row) => row.id, noTruncate: true },
  { heading: 'NAME', value: (row: Row) => row.name },
  { heading: 'COUNT', value: (row: Row) => row.count, align: 'right' as const },
];

test('a table is aligned, with numbers on the right', () => {
  const rows = [
    { id: 'a', name: 'Åsa', count: 7 },
    { id: 'bb', name: '漢字', count: 1200 },
  ];
  assert.equal(
    table(on(), rows, columns, 'none'),
    'ID  NAME  COUNT\na   Åsa       7\nbb  漢字   1200',
  );
});

test('a table without rows is a single sentence', () => {
  assert.equal(table(on(), [], columns, 'There are none.'), 'There are none.');
});

test('no line of a table is wider than the terminal, and ids are truncated last', () => {
  const id = '01997a3c-8f2e-7000-9c6d-3b1f0a5e2d47';
  const rows = [{ id, name: 'a very long name that does not fit at all', count: 3 }];
  const text = table(on({ columns: 60, env: { NO_COLOR: '1' } }), rows, columns, '');
  for (const line of text.split('\n')) assert.ok(widthOf(line) <= 60);
  assert.match(text, new RegExp(id));
  assert.match(text, /a very .*…/);
});

test('optional columns are dropped so that the others stay readable, the last one first, and are named', () => {
  const note = { heading: 'NOTE', value: () => 'a note of some length', optional: true };
  const more = { heading: 'MORE', value: () => 'and some more of it', optional: true };
  const rows = [{ id: 'a'.repeat(20), name: 'a name of some length', count: 3 }];
  const headings = (width: number) => {
    const text = table(
      on({ columns: width, env: { NO_COLOR: '1' } }),
      rows,
      [...columns, note, more],
      '',
    );
    for (const line of text.split('\n')) assert.ok(widthOf(line) <= width);
    const [head = '', , remark = ''] = text.split('\n');
    return [head.split(/ +/).join(' '), remark];
  };
  assert.deepEqual(headings(80), ['ID NAME COUNT NOTE MORE', '']);
  assert.deepEqual(headings(60), ['ID NAME COUNT NOTE', 'Hidden columns (use --json): MORE']);
  assert.deepEqual(headings(38), ['ID NAME COUNT', 'Hidden columns (use --json): NOTE, MO…']);
});

test('piped output is never truncated', () => {
  const name = 'x'.repeat(500);
  assert.match(table(on(), [{ id: 'a', name, count: 1 }], columns, ''), new RegExp(name));
});

test('a name cannot control the terminal or break its line', () => {
  const name = 'a\u001b[31m\nb\u009b2J\u202ec';
  const text = table(on(), [{ id: 'a', name, count: 1 }], columns, '');
  assert.equal(text.split('\n').length, 2);
  assert.match(text, /a\\u001b\[31m\\u000ab\\u009b2J\\u202ec/);
});

test('no control character remains in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(escapeControl(text), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test('a truncated text keeps to its width', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      assert.ok(widthOf(truncateToWidth(text, width)) <= width);
    }),
  );
});

test('colours need a terminal, and can be disabled', () => {
  const styled = (context: Context) => style(context, context.stdout, 'bold', 'x') !== 'x';
  assert.equal(styled(on({ columns: 80 })), true);
  assert.equal(styled(on()), false);
  assert.equal(styled(on({ columns: 80, env: { NO_COLOR: '1' } })), false);
  assert.equal(styled(on({ columns: 80, env: { TERM: 'dumb' } })), false);
});
