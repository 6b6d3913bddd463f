import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawAsset } from 'node:sea';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { EngagedError } from '../../domain/errors.ts';

/** The asset's name in the executable. */
const ASSET = 'better_sqlite3.node';

/** The environment variable that tells the threads of this process where the file is. */
const ADDON_PATH = 'engaged sqlite addon';

/**
 * Loads SQLite from the single executable. The system loads code only from files, so it is written to a private
 * temporary folder and removed after loading; nothing remains that could be tampered with. All threads load the
 * same file: a second copy of SQLite in one process would break the locks of the first.
 *
 * @throws EngagedError `unavailable` where no temporary folder allows loading code
 */
export function loadEmbeddedAddon(): unknown {
  const known = getEnvironmentData(ADDON_PATH);
  if (typeof known === 'string') return load(known);
  for (const parent of new Set([tmpdir(), '/dev/shm'])) {
    try {
      return loadFrom(parent);
    } catch {
      // Full, read-only, or mounted with noexec.
    }
  }
  throw new EngagedError(
    'unavailable',
    `SQLite cannot be loaded through ${tmpdir()}. Set TMPDIR to a folder that can be written to, on a disk that programs may run from.`,
  );
}

function loadFrom(parent: string): unknown {
  const folder = mkdtempSync(join(parent, 'engaged-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const file = join(folder, ASSET);
    writeFileSync(file, new Uint8Array(getRawAsset(ASSET)), { mode: 0o600, flag: 'wx' });
    // Linux reaches a file through its descriptor (kept open, for the threads) when its name is gone.
    const addonFile = existsSync('/proc/self/fd') ? `/proc/self/fd/${openSync(file, 'r')}` : file;
    const addon = load(addonFile);
    if (addonFile === file) process.once('exit', remove);
    else remove();
    setEnvironmentData(ADDON_PATH, addonFile);
    return addon;
  } catch (error) {
    remove();
    throw error;
  }
}

function load(file: string): unknown {
  const addon = { exports: {} };
  process.dlopen(addon, file, constants.dlopen.RTLD_NOW);
  return addon.exports;
}
