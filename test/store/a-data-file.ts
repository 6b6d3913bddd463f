import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createDataFile } from '../../src/store/data-file.ts';

/** A folder of a test's own; it is gone when the test ends. */
export function aFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'engaged-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data file without any company, in a folder of its own. */
export function aDataFile(t: TestContext): string {
  const file = join(aFolder(t), 'engaged.db');
  createDataFile(file, Date.UTC(2026, 10, 21), () => {});
  return file;
}
