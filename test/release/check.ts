// Checks whether this checkout may be released, and prints what was checked: `npm run release:check`.
// `-- --quick` skips the slow checks, and is never enough for a release.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataFile } from '../../src/store/files/data-file.ts';
import { dumpSchema, SCHEMA_FILE } from '../store/schema-dump.ts';
import { changelogProblem } from './changelog.ts';
import { PACKAGE_FILES, packInto } from './pack.ts';

/** A check; returns the problem, or nothing. */
type Check = { name: string; problem: (folder: string) => string | undefined };

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const git = (...argv: string[]) =>
  execFileSync('git', argv, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const listed = (lines: readonly string[]) =>
  lines.length === 0 ? undefined : lines.slice(0, 10).join(', ');

function script(...argv: string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync('npm', ['run', ...argv], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? undefined : `\n${`${stdout}${stderr}`.split('\n').slice(-60).join('\n')}`;
}

const quick: Check[] = [
  {
    name: 'the working tree is clean',
    problem: () => listed(git('status', '--porcelain').split('\n').filter(Boolean)),
  },
  {
    name: `the version, ${version}, has not been released`,
    problem: () => git('tag', '--list', `v${version}`).trim() && `tag v${version} exists`,
  },
  {
    name: 'package-lock.json has the same version',
    problem: () => {
      const locked = JSON.parse(read('package-lock.json')) as { version: string };
      return locked.version === version ? undefined : `it has ${locked.version}: run npm install`;
    },
  },
  {
    name: 'the changelog has a section for this version, and no unreleased entries',
    problem: () => changelogProblem(read('CHANGELOG.md'), version),
  },
  {
    name: 'released migrations are unchanged',
    problem: () => {
      const last = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0];
      if (!last) return undefined;
      const changed = git('diff', '--name-only', '--diff-filter=a', last, '--', 'sql/migrations');
      return listed(changed.split('\n').filter(Boolean));
    },
  },
  {
    name: 'sql/schema.sql equals what the migrations create',
    problem: (folder) => {
      const file = join(folder, 'schema.db');
      createDataFile(file, 0, () => {});
      return dumpSchema(file) === readFileSync(SCHEMA_FILE, 'utf8')
        ? undefined
        : 'it is stale: run npm run schema';
    },
  },
  {
    name: 'the package builds, and contains the expected files',
    problem: (folder) => {
      const { paths } = packInto(folder);
      return listed([
        ...paths.filter((path) => !PACKAGE_FILES.includes(path)).map((path) => `has ${path}`),
        ...PACKAGE_FILES.filter((path) => !paths.includes(path)).map((path) => `lacks ${path}`),
      ]);
    },
  },
  { name: 'formatter, linter and types (npm run check)', problem: () => script('check') },
];

const slow: Check[] = [
  {
    // These include the checks of the API description and of the client's types.
    name: 'every test (npm test)',
    problem: () => script('test'),
  },
  {
    name: 'the package, installed from the registry without scripts, starts',
    problem: (folder) => {
      const { file } = packInto(folder);
      const at = { cwd: folder, encoding: 'utf8' } as const;
      const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', '.'];
      spawnSync('npm', [...install, file], at);
      const program = join(folder, 'node_modules', '.bin', 'engaged');
      const { stdout, stderr } = spawnSync(process.execPath, [program, '--version'], at);
      return stdout.trim() === version ? undefined : `it printed: ${stdout}${stderr}`;
    },
  },
  {
    name: 'bundle (Node 22.14, 24, 26) and executable pass the command-line tests',
    problem: () => script('test:built'),
  },
];

const checks = process.argv.includes('--quick') ? quick : [...quick, ...slow];
const folder = mkdtempSync(join(tmpdir(), 'engaged-release-'));
let failed = 0;
try {
  for (const { name, problem } of checks) {
    let found: string | undefined;
    try {
      found = problem(folder) || undefined;
    } catch (error) {
      found = String(error);
    }
    if (found !== undefined) failed++;
    console.log(found === undefined ? `ok      ${name}` : `FAILED  ${name}: ${found}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failed > 0) {
  console.error(`\n${version} must not be released: ${failed} of ${checks.length} checks failed.`);
  process.exitCode = 1;
} else if (checks.length > quick.length) {
  console.log(`\n${version} may be released: ${checks.length} checks passed.`);
}
