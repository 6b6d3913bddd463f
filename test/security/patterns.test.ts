import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Node } from 'oxc-parser';
import { check } from 'recheck';
import { parseSource } from '../source-tree.ts';

const SRC = join(import.meta.dirname, '..', '..', 'src');

type Pattern = { at: string; source: string; flags: string };

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.[jt]s$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

/** Patterns that are written in a file, and where it makes others of texts. */
function readFile({ path, text }: { path: string; text: string }) {
  const patterns: Pattern[] = [];
  const made: string[] = [];
  const { root, childrenOf, lineOf } = parseSource(text);
  const placeOf = (node: Node) => `${path}:${lineOf(node)}`;
  const visit = (node: Node): void => {
    if (node.type === 'Literal' && 'regex' in node) {
      const { pattern, flags } = node.regex;
      patterns.push({ at: placeOf(node), source: pattern, flags });
    }
    if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      const {
        callee,
        arguments: [first],
      } = node;
      const isMethod =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        ['match', 'matchAll', 'search'].includes(callee.property.name);
      // These methods make a pattern of a text.
      const isText = first?.type === 'Literal' && typeof first.value === 'string';
      const isOfText = isMethod && (isText || first?.type === 'TemplateLiteral');
      const isPattern = callee.type === 'Identifier' && callee.name === 'RegExp';
      if (isPattern || isOfText) made.push(placeOf(node));
    }
    childrenOf(node).forEach(visit);
  };
  visit(root);
  return { path, patterns, made };
}

/** The patterns that a file makes of texts when it is loaded. */
async function load(path: string): Promise<Pattern[]> {
  const patterns: Pattern[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags = '']) {
      patterns.push({ at: path, source: String(source), flags });
      return new target(source, flags);
    },
  });
  try {
    await import(join(SRC, path));
  } finally {
    globalThis.RegExp = Original;
  }
  return patterns;
}

/** How a pattern's work grows with its text, if that is more than linear or cannot be told. */
async function findFault({ at, source, flags }: Pattern): Promise<string | undefined> {
  // It counts steps. On a busy machine limits of its time would take a pattern for slow.
  const found = await check(source, flags, {
    ...{ timeout: null, seedingTimeout: null, incubationTimeout: null, attackTimeout: null },
  });
  if (found.status === 'safe') return undefined;
  const why = found.status === 'vulnerable' ? found.complexity.summary : found.status;
  return `${at} /${source}/${flags} ${why}`;
}

test('the work of every pattern grows no faster than its text', async () => {
  const read = files.map(readFile);
  const written = read.flatMap(({ patterns }) => patterns);
  assert.ok(written.length > 100);
  const made: Pattern[] = [];
  for (const { path, made: places } of read.filter((one) => one.made.length > 0)) {
    const ofFile = await load(path);
    // One that is made later could be made of anything.
    assert.ok(ofFile.length >= places.length, `${places} are not made when the file is loaded`);
    made.push(...ofFile);
  }
  const distinct = new Map([...written, ...made].map((one) => [`${one.source}/${one.flags}`, one]));
  const faults: string[] = [];
  for (const pattern of distinct.values()) faults.push((await findFault(pattern)) ?? '');
  assert.deepEqual(
    faults.filter((fault) => fault !== ''),
    [],
  );
});

test('the checker knows a pattern that is slow', async () => {
  const slow: Pattern[] = [
    { at: 'n²', source: '\\s+$', flags: '' },
    { at: 'n³', source: '^\\S+@\\S+\\.\\S+$', flags: '' },
    { at: '2ⁿ', source: '^(a|a)*$', flags: '' },
  ];
  const faults = await Promise.all(slow.map(findFault));
  assert.deepEqual(faults, [
    'n² /\\s+$/ 2nd degree polynomial',
    'n³ /^\\S+@\\S+\\.\\S+$/ 3rd degree polynomial',
    '2ⁿ /^(a|a)*$/ exponential',
  ]);
});
