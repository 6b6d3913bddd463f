import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Every file of the package. */
export const PACKAGE_FILES: readonly string[] = [
  'API.md',
  'CHANGELOG.md',
  'DIRECTORY.md',
  'HANDBOOK.md',
  'IMPORTING.md',
  'LICENSE',
  'OPERATIONS.md',
  'PORTAL.md',
  'README.md',
  'SECURITY.md',
  'bin/engaged.mjs',
  'dist/LICENSES.txt',
  'dist/client.mjs',
  'dist/client/api-types.d.ts',
  'dist/client/client.d.ts',
  'dist/client/error.d.ts',
  'dist/client/list.d.ts',
  'dist/client/roster-parts.d.ts',
  'dist/client/transport.d.ts',
  'dist/client/types.d.ts',
  'dist/deliverer.mjs',
  'dist/engaged.mjs',
  'dist/languages.mjs',
  'dist/mail.mjs',
  'dist/portal.mjs',
  'dist/postgres.mjs',
  'dist/roster.mjs',
  'dist/slack.mjs',
  'dist/worker.mjs',
  'package.json',
];

/** A packed package: its path and its files. */
export type Tarball = { file: string; paths: string[] };

/** Builds and packs the package into a folder, as it would be published. */
export function packInto(folder: string): Tarball {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  // The build prints before it; older npms print a list, newer ones an object by name.
  const packed = JSON.parse(output.slice(output.search(/^[[{]$/m))) as object;
  const [{ filename, files }] = Object.values(packed) as [
    { filename: string; files: { path: string }[] },
  ];
  return { file: join(folder, filename), paths: files.map(({ path }) => path).sort() };
}

/**
 * Installs a package into a folder as npm does with scripts disabled, but offline: its dependencies come
 * from this checkout. Returns the program to run.
 */
export function installOffline({ file }: Tarball, folder: string): string {
  const modules = join(folder, 'node_modules');
  const place = join(modules, 'engaged');
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', place, '--strip-components', '1']);
  for (const name of ['better-sqlite3', 'node-addon-api'])
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  return join(place, 'bin', 'engaged.mjs');
}
