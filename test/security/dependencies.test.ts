import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkNode, checkSqlite } from '../../src/service/operations/doctor/versions.ts';
import { createTestCompany } from '../service/test-company.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

type Versions = Record<string, string>;
type Package = { dependencies: Versions; devDependencies: Versions; engines: { node: string } };
type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Versions;
};

const manifest = read<Package>('package.json');
const lock = read<{ lockfileVersion: number; packages: Record<string, Locked> }>(
  'package-lock.json',
);
const locked = Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'));

const isAtLeast = (version: string, least: string): boolean =>
  version.localeCompare(least, 'en', { numeric: true }) >= 0;

test('SQLite is at least 3.51.3, because earlier versions can damage a write-ahead log', (t) => {
  const { db } = createTestCompany(t);
  const version = db.version();
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.ok(isAtLeast(version, '3.51.3'), `this is SQLite ${version}`);
  assert.equal(checkSqlite(db).level, 'ok');
});

test('Node is at least 22.14, because better-sqlite3 crashes on earlier versions, and package.json requires it', () => {
  assert.ok(isAtLeast(process.versions.node, '22.14.0'), `this is Node ${process.versions.node}`);
  assert.equal(manifest.engines.node, '>=22.14');
  for (const [version, level] of [
    ['18.20.8', 'problem'],
    ['20.20.2', 'problem'],
    ['22.13.1', 'problem'],
    ['22.14.0', 'ok'],
    ['24.0.0', 'ok'],
  ] as const) {
    assert.equal(checkNode(version).level, level, version);
  }
});

test('few packages run in production, and this test names each of them', () => {
  assert.deepEqual(Object.keys(manifest.dependencies), ['better-sqlite3']);
  // The other packages are bundled into the program.
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8'))
    .flatMap((text) => [...text.matchAll(/^(?:import|export) .*from '([^'.][^']*)';$/gm)])
    .map(([, source = '']) => source.split('/')[0] ?? '')
    .filter((source) => !source.startsWith('node:'));
  const imported = [...new Set(sources)].sort();
  const known = [
    '@slack',
    '@valibot',
    'better-sqlite3',
    'commander',
    'h3',
    'hucre',
    'lean-qr',
    'listhen',
    'lru-cache',
    'nodemailer',
    'oauth4webapi',
    'pg',
    'saxes',
    'valibot',
    'yauzl',
  ];
  assert.deepEqual(
    imported.filter((source) => !known.includes(source)),
    [],
  );
});

test('the lock file pins every package to one hash from one registry', () => {
  assert.equal(lock.lockfileVersion, 3);
  assert.ok(locked.length > 50);
  const unpinned = locked
    // A bundled package is covered by the hash of the package that contains it.
    .filter(([, { link, inBundle }]) => !link && !inBundle)
    .filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  assert.deepEqual(unpinned, []);
  const otherRegistries = locked.filter(
    ([, { resolved, link }]) =>
      !link && resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
  );
  assert.deepEqual(otherRegistries, []);
  const versions = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const name of Object.keys(versions)) {
    assert.ok(lock.packages[`node_modules/${name}`], `${name} is not in the lock file`);
  }
});

test('no production dependency runs an install script', () => {
  const scripts = locked.filter(([, { dev, hasInstallScript }]) => !dev && hasInstallScript);
  assert.deepEqual(scripts, []);
});

test('SECURITY.md says how to report a vulnerability, what is guaranteed and what is not covered', () => {
  const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
  for (const heading of ['## Reporting', '## Guarantees', '## Not covered']) {
    assert.ok(text.includes(`\n${heading}`), heading);
  }
});
