import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { en } from '../../src/portal/languages/en.ts';
import { OTHERS } from '../../src/portal/languages/others.ts';
import { parseSource } from '../source-tree.ts';
import { everythingSaid } from './said.ts';

const LANGUAGES = join(import.meta.dirname, '../../src/portal/languages');

/** Words that a language has as English has them, and quotes as other languages write them. */
const FACTS: Record<keyof typeof OTHERS, { words: string; foreign: RegExp }> = {
  de: {
    words:
      'Admin Backup Browser Code Details Format Level Limit Link Live Logo Name Optional Person Portal ' +
      'Sandbox Secret Shop Status System Version Webhook Webhooks version',
    foreign: /”|(?:^|[\s(])“/,
  },
};

/** Names and units, which are the same in every language. */
const NAMES = new Set(
  (
    'CSV,EUC KR,Excel,GB,Google Chat,ID,Mac Roman,Mattermost,Microsoft Teams,Node js,PostgreSQL,' +
    'Rocket Chat,SQLite,Shift JIS,Slack,UTC,UTF,XP,Zulip,engaged,ms,xp'
  ).split(','),
);

/** Quotes of a typewriter, gaps, two points, and what no parameter can be said with. */
const UNTIDY = /["']|\s\s|^\s|\s$|\.\.|undefined|NaN|\[object/;

const ENGLISH = everythingSaid(en);

for (const [language, { words, foreign }] of Object.entries(FACTS)) {
  const messages = OTHERS[language as keyof typeof OTHERS];
  const all = everythingSaid(messages);

  test(`${language} has every text, and says the same about the same`, () => {
    const uses = (texts: typeof all) => texts.map(({ path, uses: used }) => `${path} ${used}`);
    assert.deepEqual(uses(all).sort(), uses(ENGLISH).sort());
  });

  test(`no text of ${language} is the English one, but for words that both languages have`, () => {
    const english = new Map(ENGLISH.map(({ path, texts }) => [path, texts]));
    const alike = all.flatMap(({ path, texts }) =>
      texts
        .filter((text, at) => text === english.get(path)?.[at])
        .flatMap(
          (text) =>
            text
              .replace(/‹[^›]*›/g, '')
              .match(/\p{L}+/gu)
              ?.join(' ') ?? [],
        )
        .filter((text) => !NAMES.has(text)),
    );
    assert.equal([...new Set(alike)].sort().join(' '), words);
  });

  test(`texts of ${language} have its own quotes, and no gaps`, () => {
    const wrong = all.flatMap(({ path, texts }) =>
      texts
        .filter((text) => UNTIDY.test(text) || foreign.test(text))
        .map((text) => `${path}: ${text}`),
    );
    assert.deepEqual(wrong, []);
  });

  test(`files of ${language} have names that every system can write`, () => {
    const names = all.filter(({ path }) => /^files\.names\.|\.fileName$/.test(path));
    assert.deepEqual(
      names.flatMap(({ texts }) => texts).filter((text) => !/^[a-z\d-]+$/.test(text)),
      [],
    );
  });

  test(`every count of ${language} has each plural category that the language has`, () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    assert.deepEqual(
      pluralsOf(language).filter(({ keys }) => `${keys}` !== `${categories}`),
      [],
    );
  });
}

/** The plural categories of each count in the sources of a catalogue. */
function pluralsOf(language: string): { file: string; line: number; keys: string[] }[] {
  const files = readdirSync(join(LANGUAGES, language)).map((name) => join(language, name));
  return files.flatMap((file) => {
    const { root, childrenOf, lineOf } = parseSource(readFileSync(join(LANGUAGES, file), 'utf8'));
    const found: { file: string; line: number; keys: string[] }[] = [];
    const visit = (node: typeof root): void => {
      if (node.type === 'ObjectExpression') {
        const keys = node.properties.map((one) =>
          one.type === 'Property' && one.key.type === 'Identifier' ? one.key.name : '',
        );
        if (keys.includes('other')) found.push({ file, line: lineOf(node), keys: keys.sort() });
      }
      childrenOf(node).forEach(visit);
    };
    visit(root);
    return found;
  });
}
