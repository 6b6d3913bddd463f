import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';

const SRC = join(import.meta.dirname, '..', 'src');

/** From the inside to the outside; a file imports from its own layer or from one before it. */
const LAYERS = ['domain', 'roster-file', 'store', 'service', 'worker', 'http', 'portal', 'cli'];

/** Outside of the layers: a package of its own, which shares pure rules with the service and runs elsewhere. */
const CLIENT = 'client';

/** The client's types, which are made of the description of the API. */
const GENERATED = '../../generated/api-types.ts';

/** Packages that only these layers may import, so that they can be replaced there. */
const PACKAGE_LAYERS: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['store'],
  pg: ['store'],
  // Each thread that responds has its routes.
  h3: ['http', 'portal'],
  listhen: ['cli'],
  nodemailer: ['service'],
  commander: ['cli'],
  '@slack/socket-mode': ['portal'],
  '@slack/web-api': ['portal'],
};

type SourceFile = { path: string; layer: string; text: string; imports: string[] };

const files: SourceFile[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    const imports = [...text.matchAll(/(?:\bfrom |\bimport\(?\s*)'([^']+)'/g)];
    return {
      path,
      layer: path.split(sep)[0] ?? '',
      text,
      imports: imports.map(([, source = '']) => source),
    };
  });

const layerOf = (file: SourceFile, source: string): string =>
  relative(SRC, resolve(SRC, file.path, '..', source)).split(sep)[0] ?? '';

const packageOf = (source: string): string =>
  source
    .split('/')
    .slice(0, source.startsWith('@') ? 2 : 1)
    .join('/');

test('every file belongs to a layer', () => {
  assert.ok(files.length > 50);
  assert.deepEqual(
    files.filter((file) => ![...LAYERS, CLIENT].includes(file.layer)),
    [],
  );
});

test('imports go inwards: domain, roster-file, store, service, worker, http, portal, cli', () => {
  const outward = files.flatMap((file) =>
    file.imports
      .filter((source) => source.startsWith('.') && source !== GENERATED)
      .filter((source) => !mayImport(file.layer, layerOf(file, source)))
      .map((source) => `${file.path} → ${source}`),
  );
  assert.deepEqual(outward, []);
});

const mayImport = (from: string, layer: string): boolean => {
  if (from === CLIENT) return [CLIENT, 'domain'].includes(layer);
  if (layer === CLIENT) return from === 'cli';
  return LAYERS.indexOf(layer) <= LAYERS.indexOf(from);
};

test('no file imports itself by way of others', () => {
  const importsOf = new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter((source) => source.startsWith('.'))
        .map((source) => relative(SRC, resolve(SRC, path, '..', source))),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (way.includes(path) || done.has(path)) return;
    for (const next of importsOf.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of importsOf.keys()) visit(path, []);
  assert.ok(importsOf.size > 600);
  assert.deepEqual(circles, []);
});

test('the client and the parts of the domain it imports use no package and no Node API', () => {
  const reached = new Map(
    files.filter((file) => file.layer === CLIENT).map((one) => [one.path, one]),
  );
  for (const { path, imports } of reached.values()) {
    for (const source of imports.filter((one) => one.startsWith('.'))) {
      const found = files.find(
        (file) => file.path === relative(SRC, resolve(SRC, path, '..', source)),
      );
      if (found) reached.set(found.path, found);
    }
  }
  assert.ok(reached.has(join('domain', 'roster', 'read-roster.ts')));
  const violations = [...reached.values()].flatMap((file) =>
    file.imports
      .filter((source) => !source.startsWith('.'))
      .map((source) => `${file.path} → ${source}`),
  );
  assert.deepEqual(violations, []);
});

test('a package that belongs to a layer is imported only there', () => {
  const violations = files.flatMap((file) =>
    file.imports
      .filter((source) => PACKAGE_LAYERS[packageOf(source)]?.includes(file.layer) === false)
      .map((source) => `${file.path} → ${source}`),
  );
  assert.deepEqual(violations, []);
});

test('the domain uses no file system, no network and no clock', () => {
  const domain = files.filter((file) => file.layer === 'domain');
  const violations = domain.flatMap((file) => [
    ...file.imports.filter((source) =>
      /^node:(fs|net|http|https|os|process|child_process)/.test(source),
    ),
    ...(file.text.match(/\bDate\.now\b|\bnew Date\(\)|\bprocess\./g) ?? []),
  ]);
  assert.deepEqual(violations, []);
});

test("only cli/, the start of a thread, and responses outside of Node's server read the clock", () => {
  const readers = files.filter(
    (file) =>
      ![CLIENT, 'cli'].includes(file.layer) && /\bDate\.now\b|\bnew Date\(\)/.test(file.text),
  );
  assert.deepEqual(readers.map((file) => file.path).sort(), [
    join('http', 'server', 'unreadable-request.ts'),
    join('portal', 'chat', 'thread-main.ts'),
    join('portal', 'mail', 'thread-main.ts'),
    // The library of OpenID Connect reads it, and is told how far the request's time is from that.
    join('portal', 'sign-in', 'oidc', 'provider.ts'),
    join('portal', 'slack', 'thread-main.ts'),
    join('worker', 'roster', 'thread-main.ts'),
    join('worker', 'thread-main.ts'),
  ]);
});

// The beginnings of SQL statements, which prose does not begin with.
const SQL =
  /\b(?:select\s[^;]*?\sfrom\s+\w+|insert\s+into\s+\w|update\s+\w+\s+set\s|delete\s+from\s+\w|create\s+(?:table|index|trigger)\s)/i;

/** What asks a database about itself, or makes its statements from the schema. */
const OWN_SQL: readonly string[] = [
  join('store', 'copy', 'rows.ts'),
  join('store', 'postgres', 'postgres-database.ts'),
  join('store', 'postgres', 'server-queries.ts'),
  join('store', 'postgres', 'silence.ts'),
];

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

test('SQL is only in sql/', () => {
  const others = files.filter(({ path }) => !OWN_SQL.includes(path));
  const texts = others.flatMap((file) =>
    [...withoutComments(file.text).matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)]
      .filter(([text]) => SQL.test(text))
      .map(([text]) => `${file.path}: ${text.slice(0, 60)}`),
  );
  assert.deepEqual(texts, []);
});

test('no file re-exports what another file exports', () => {
  const barrels = files.filter((file) => /^export (?:\*|\{[^}]*\}) from /m.test(file.text));
  assert.deepEqual(
    barrels.map((file) => file.path),
    [],
  );
});

const wordsOf = (text: string) => new Set(text.match(/[A-Za-z_]\w*/g));

/** The names that a file imports, by the path of the file that has them. Where it imports everything, all that it names. */
function* importedNames(path: string, text: string): Generator<[from: string, name: string]> {
  const pathOf = (source = '') => resolve(path, '..', source);
  for (const [, list = '', source] of text.matchAll(/\{([^{}]*)\} from '(\.[^']+)'/g))
    for (const name of list.split(',')) {
      const [word = ''] = name
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      yield [pathOf(source), word];
    }
  for (const [, space = '', source] of text.matchAll(/import \* as (\w+) from '(\.[^']+)'/g)) {
    const members = membersOf(text, space);
    const uses = text.match(/\w+/g)?.filter((word) => word === space).length ?? 0;
    // Once more in the import itself.
    const names = uses === members.length + 1 ? members : wordsOf(text);
    for (const name of names) yield [pathOf(source), name];
  }
  for (const [, source] of text.matchAll(/\bimport\(\s*'(\.[^']+)'/g))
    for (const name of wordsOf(text)) yield [pathOf(source), name];
}

const membersOf = (text: string, space: string): string[] =>
  [...text.matchAll(/\b(\w+)\s*\??\.\s*(\w+)/g)].flatMap(([, object, name = '']) =>
    object === space ? [name] : [],
  );

test('forms of the portal are written in one place, and what they send is read in one place', () => {
  const found = (pattern: RegExp) =>
    files
      .filter(({ layer, text }) => layer === 'portal' && pattern.test(text))
      .map(({ path }) => path.split(sep).join('/'));
  assert.deepEqual(found(/<form\b/), ['portal/forms/write-form.ts']);
  assert.deepEqual(found(/<(?:select|textarea)\b/), ['portal/forms/write-field.ts']);
  assert.deepEqual(found(/\b(?:form|sent)\.get(?:All)?\(/), ['portal/forms/read-form.ts']);
});

// A type may be exported only because a signature uses it.
test('every exported value is imported by another file', () => {
  const folder = join(SRC, '..', 'test');
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(folder, path), 'utf8') }));
  const sources = files.map(({ path, text }) => ({ path: join(SRC, path), text }));
  const imported = new Set<string>();
  for (const { path, text } of [...sources, ...tests])
    for (const [from, name] of importedNames(path, text)) imported.add(`${from}: ${name}`);
  const unused = files
    .filter(({ layer, path }) => layer !== CLIENT && !path.endsWith('embedded-addon.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm)]
        .filter(([, name]) => !imported.has(`${join(SRC, path)}: ${name}`))
        .map(([, name]) => `${path}: ${name}`),
    );
  assert.deepEqual(unused, []);
});

/** What reads commands, settings, files and the bodies of requests, whose errors only programs and operators read. */
const SAYS_IN_ENGLISH = [
  /^(?:cli|http|store)\//,
  /^domain\/(?:body-schema|errors|contest|json-body|sso-domain)\.ts$/,
  /^service\/company\/(?:companies|company-copy|company-deletion|sandbox)\.ts$/,
  /^service\/operations\/(?:backup|dated-backups|postgres-backup|restore)\.ts$/,
  /^service\/(?:events\/event-feed|months\/closed-months|webhooks\/target|xp\/award-row)\.ts$/,
  /^worker\/(?:serialized-error|writer-tasks)\.ts$/,
];

test('an error that a page can show is a code, which each language says in its own words', () => {
  const texts = files
    .filter(({ path, layer }) => layer !== CLIENT && !SAYS_IN_ENGLISH.some((one) => one.test(path)))
    .filter(({ text }) =>
      /\bnew EngagedError\(|import \{[^}]*\b(?:invalid|notFound|conflict)\b[^}]*\} from '[^']*\/errors\.ts'/.test(
        text,
      ),
    );
  assert.deepEqual(
    texts.map(({ path }) => path),
    [],
  );
});
