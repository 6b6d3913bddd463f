// The main module of a test process: runs the files it is given, one after another.
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { cpuSeconds } from './cpu-seconds.ts';
import { BEGIN } from './reporter.ts';

/** A test that lasts while a file is loaded: without one that runs or waits, all would be over, and hooks for the end would run. */
function beginFile(): { begun: Promise<void>; end: () => void } {
  const begun = Promise.withResolvers<void>();
  const loaded = Promise.withResolvers<void>();
  test(BEGIN, (t) => {
    t.diagnostic(`${BEGIN}${Date.now()} ${cpuSeconds()}`);
    begun.resolve();
    return loaded.promise;
  });
  return { begun: begun.promise, end: loaded.resolve };
}

const files = process.argv.slice(2);
let loading = beginFile();
for (const [at, file] of files.entries()) {
  await loading.begun;
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    test('the file can be loaded', () => {
      throw error;
    });
  }
  const { end } = loading;
  if (at < files.length - 1) loading = beginFile();
  end();
}
