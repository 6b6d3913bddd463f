import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../../src/store/sqlite/migrate.ts';

/** How a program is started, before the words of a command line. */
export type Program = readonly [string, string];

const ROOT = join(import.meta.dirname, '..', '..');

/** The last commit whose services do not say which version they are. */
const OLDER = '77680ab';

/** The version of `buildNewer`, and its schema. */
export const NEWER_VERSION = '99.0.0';
export const NEWER_SCHEMA: number = SCHEMA_VERSION + 1;

/** A folder for sources, within reach of node_modules; removed when this process exits. */
function makeTree(): string {
  const caches = join(ROOT, 'node_modules', '.cache');
  mkdirSync(caches, { recursive: true });
  const tree = mkdtempSync(join(caches, 'engaged-version-'));
  process.on('exit', () => rmSync(tree, { recursive: true, force: true }));
  return tree;
}

function build(tree: string): Program {
  const folder = join(tree, 'built');
  execFileSync(process.execPath, [join(tree, 'build.mjs'), folder], { stdio: 'pipe' });
  return [process.execPath, join(folder, 'engaged.mjs')];
}

function copySources(): string {
  const tree = makeTree();
  const programs = readdirSync(ROOT).filter((name) => name.endsWith('.mjs'));
  for (const name of ['src', 'sql', 'package.json', ...programs])
    cpSync(join(ROOT, name), join(tree, name), { recursive: true });
  return tree;
}

/** This program. */
export const buildOwn = (): Program => build(copySources());

/**
 * This program as a later version of it: with one more migration.
 *
 * @param migration of a data file
 */
export function buildNewer(migration: string): Program {
  const tree = copySources();
  const file = `${String(NEWER_SCHEMA).padStart(4, '0')}_later.sql`;
  writeFileSync(join(tree, 'sql', 'migrations', file), migration);
  writeFileSync(
    join(tree, 'sql', 'postgres', 'migrations', file),
    'create table later (id bigint primary key);',
  );
  const about = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
  writeFileSync(join(tree, 'package.json'), JSON.stringify({ ...about, version: NEWER_VERSION }));
  return build(tree);
}

/** The program of that commit; undefined where the history does not reach back to it. */
export function buildOlder(): Program | undefined {
  const { status, stdout } = spawnSync('git', ['archive', OLDER], {
    cwd: ROOT,
    maxBuffer: 100 * 1024 * 1024,
  });
  if (status !== 0) return undefined;
  const tree = makeTree();
  execFileSync('tar', ['-x', '-C', tree], { input: stdout });
  return build(tree);
}
