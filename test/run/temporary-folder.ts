import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, which Linux has. */
const MEMORY = '/dev/shm';

/** More than all that a run has in files at once. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Makes a folder for all that a run writes, removed when this process exits: in memory where there is enough of it, because
 * most tests would wait for a disk. Who sets TMPDIR has chosen another place.
 */
export function makeTemporaryFolder({ onDisk = false } = {}): string {
  const { TMPDIR } = process.env;
  const inMemory = TMPDIR === undefined && !onDisk ? makeUsable(MEMORY) : undefined;
  return inMemory ?? make(tmpdir());
}

function makeUsable(place: string): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < ENOUGH_BYTES) return undefined;
    const folder = make(place);
    // Containers may forbid programs there, and some tests make one.
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program);
    return folder;
  } catch {
    return undefined;
  }
}

function make(place: string): string {
  const folder = realpathSync(mkdtempSync(join(place, 'engaged-tests-')));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Some tests run programs as another user.
  chmodSync(folder, 0o755);
  return folder;
}
