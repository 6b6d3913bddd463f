import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { installOffline, PACKAGE_FILES, packInto } from './pack.ts';

const root = join(import.meta.dirname, '..', '..');
const { dependencies, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  engines: { node: string };
};

test('the package contains what a user needs and nothing else, and works without this repository', (t: TestContext) => {
  const folder = tempFolder(t);
  const tarball = packInto(folder);
  assert.deepEqual(tarball.paths, PACKAGE_FILES);
  const program = installOffline(tarball, folder);
  const run = (...argv: string[]) =>
    execFileSync(process.execPath, [program, ...argv], { cwd: folder, env: {}, encoding: 'utf8' });
  assert.match(run('--version'), /^\d+\.\d+\.\d+\n$/);
  assert.match(run('company', 'create', '--name', 'Acme'), /^Acme /);
  const names = 'import { EngagedClient } from "engaged/client"; console.log(EngagedClient.name);';
  const imported = spawnSync(process.execPath, ['--input-type=module', '--eval', names], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.deepEqual([imported.stdout, imported.stderr], ['EngagedClient\n', '']);
});

test('the package depends on better-sqlite3 alone, which needs no install script', () => {
  assert.deepEqual(Object.keys(dependencies), ['better-sqlite3']);
  const native = JSON.parse(
    readFileSync(join(root, 'node_modules', 'better-sqlite3', 'package.json'), 'utf8'),
  ) as { gypfile?: boolean; scripts: Record<string, string> };
  // npm runs node-gyp for a binding.gyp by default, unless package.json says no.
  assert.equal(native.gypfile, false);
  assert.deepEqual(
    ['preinstall', 'install', 'postinstall'].filter((name) => name in native.scripts),
    [],
  );
});

test('the launcher requires the same Node as package.json, and its own syntax runs on older ones', () => {
  const launcher = readFileSync(join(root, 'bin', 'engaged.mjs'), 'utf8');
  const [, major, minor] = /needed = \[(\d+), (\d+)\]/.exec(launcher) ?? [];
  assert.equal(engines.node, `>=${major}.${minor}`);
  // Everything before the check has to run on any Node with ES modules.
  assert.doesNotMatch(launcher, /\?\?|\?\.|^import .* from|\bawait\b|`/m);
});
