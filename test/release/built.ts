// Runs the smoke test and the command-line tests on the built programs: the bundle on every supported Node,
// and the executable. `npm run test:built` runs all; `npm run test:built -- 22.14.0 binary` runs some.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const named = process.argv.slice(2);
const targets = named.length > 0 ? named : ['22.14.0', '24', '26', 'binary'];

/** Installs a Node from its npm package; the version may be a whole release line. */
function nodeOf(version: string): string {
  const folder = join(ROOT, 'node_modules', '.cache', 'nodes', version);
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['install', '--prefix', folder, '--no-save', `node@${version}`], {
    stdio: 'ignore',
  });
  return join(folder, 'node_modules', 'node', 'bin', 'node');
}

/** Whether all tests pass for a built program; a bundle is run by the given Node. */
function holds(node: string, program: string): boolean {
  const run = (...argv: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', ...argv], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ENGAGED_NODE: node, ENGAGED_PROGRAM: join(ROOT, program) },
    }).status === 0;
  return run('test/smoke.ts') && run('test/run.ts', 'test/cli/');
}

const build = (script: string) => execFileSync('npm', ['run', script], { stdio: 'ignore' });

if (targets.some((target) => target !== 'binary')) build('build');
if (targets.includes('binary')) build('build:binary');
const failed = targets.filter((target) => {
  const isBinary = target === 'binary';
  const node = isBinary ? process.execPath : nodeOf(target);
  const name = isBinary ? 'The executable' : 'The bundle on Node';
  console.log(`${name} ${execFileSync(node, ['--version'], { encoding: 'utf8' })}`);
  return !holds(node, isBinary ? 'dist/engaged' : 'bin/engaged.mjs');
});
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
