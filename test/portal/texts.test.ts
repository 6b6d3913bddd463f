import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { literalTexts } from './literal-texts.ts';

const PORTAL = join(import.meta.dirname, '../../src/portal');

/** The catalogues, and what is no page: the style sheet and the script. */
const NO_PAGES = /^(?:languages|assets)\//;

/** Texts that are the same in every language: names, and what is typed at a command line. */
const NAMES = [
  /^engaged$/,
  /^(?:engaged|ssh|curl) [a-z-]/,
  /^https?:\/\//,
  // What only programs are told.
  /^A form must (?:be sent as|have at most fields)$/,
];

test('pages, forms, messages and walls hold no text of their own: it stands in the catalogue', () => {
  const found = readdirSync(PORTAL, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !NO_PAGES.test(file))
    .flatMap((file) =>
      literalTexts(readFileSync(join(PORTAL, file), 'utf8'))
        .filter(({ text }) => !NAMES.some((name) => name.test(text)))
        .map(({ line, text }) => `${file}:${line} ${text}`),
    );
  assert.deepEqual(found, []);
});

test('a text is found between tags, in what browsers read out, and in what a page is given', () => {
  const source = `
    const a = html\`<p class="lead">\${x} of them</p>\`;
    const b = html\`<input placeholder="Your name" name="first name" aria-label="\${y}"><b>\${z}</b>·\`;
    const c = panel({ title: 'Titled', id: 'titled-panel', kind: 'bad wide' });
    const d = condition ? html\`<p>\${condition ? 'yes' : html\`<i>inner</i>\`}</p>\` : '';
    const e = { to: 'Two words', type: 'text/csv; charset=utf-8' };
    const f = \`\${count} people\`;
    const g = { cell: (row) => (row ? 'none' : t.x), head: 'day', shown: 'tablet' };
    const h = strong(isOne ? 'one' : sub('two', 'phones'));
    throw new Error('an award has no outcome');
    throw new Refused('Refused', { field: 'Wrong', other: t.x });
  `;
  assert.deepEqual(
    literalTexts(source).map(({ line, text }) => [line, text]),
    [
      [2, 'of them'],
      [3, 'Your name'],
      [4, 'Titled'],
      [5, 'yes'],
      [5, 'inner'],
      [6, 'Two words'],
      [7, 'people'],
      [8, 'none'],
      [8, 'day'],
      [9, 'one'],
      [9, 'two'],
      [11, 'Refused'],
      [11, 'Wrong'],
    ],
  );
});
