import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawAsset } from 'node:sea';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { EngagedError } from '../domain/errors.ts';

/** The asset's name in the executable. */
const ASSET = 'better_sqlite3.node';

/** Under which the threads of this process find where the first one put it. */
const ADDON_PATH = 'engaged sqlite addon';

/**
 * SQLite, out of the single executable. The system only loads code from a file, so it lies in one for that
 * moment, in a folder that nobody else can enter; nothing is kept that somebody could exchange for the next
 * start. All threads load one and the same file: a second copy of SQLite in the process would not know of the
 * first one's locks, and break them.
 *
 * @throws EngagedError `unavailable` where no temporary folder lets code be loaded
 */
export function loadEmbeddedAddon(): unknown {
  const known = getEnvironmentData(ADDON_PATH);
  if (typeof known === 'string') return load(known);
  for (const parent of new Set([tmpdir(), '/dev/shm'])) {
    try {
      return loadFrom(parent);
    } catch {
      // Full, read-only, or mounted so that nothing may be run from it.
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
