import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PAPERS, readPaper } from './papers.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The anchors that GitHub makes of the headings of a paper. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('every link of a paper leads to a file of the project, and to a heading that it has', () => {
  const dead = PAPERS.flatMap((paper) =>
    [...readPaper(paper).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
      .filter(([, file, anchor]) => {
        const target = file || paper;
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !anchorsOf(readPaper(target)).has(anchor);
      })
      .map(([link]) => `${paper}: ${link}`),
  );
  assert.deepEqual(dead, []);
});

test('the index of the handbook lists every section of its parts', () => {
  const listed = [...readPaper('HANDBOOK.md').matchAll(/^- \[[^\]]*\]\(([^)]*)\)$/gm)];
  const sections = ['IMPORTING.md', 'DIRECTORY.md', 'PORTAL.md', 'API.md', 'OPERATIONS.md'].flatMap(
    (part) =>
      [...anchorsOf(readPaper(part).replaceAll(/^(?:#|###+) .*$/gm, ''))].map(
        (anchor) => `${part}#${anchor}`,
      ),
  );
  assert.deepEqual(
    listed.map(([, target]) => target),
    sections,
  );
});

test('no line of a paper is longer than 120 characters, except those that cannot be broken', () => {
  // Tables, pictures and code.
  const unbreakable = /^\s*(?:\||!\[|`)/;
  const long = PAPERS.flatMap((paper) =>
    readPaper(paper)
      .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
      .split('\n')
      .filter((line) => [...line].length > 120 && !unbreakable.test(line))
      .map((line) => `${paper}: ${line}`),
  );
  assert.deepEqual(long, []);
});
