import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';

/** The kinds of system calls, with the numbers that failing-writes.c uses. */
const KINDS = { writes: 1, syncs: 2, truncates: 4, names: 8, closes: 16 } as const;

/** Which calls fail, and how. */
export type Fault = {
  /** `names` are all calls that create, rename or remove a file; `all` are all but `closes`. */
  kind: keyof typeof KINDS | 'all';
  /** The error of the call; `killed` kills the process instead. */
  error: 'ENOSPC' | 'EIO' | 'EDQUOT' | 'EFBIG' | 'EROFS' | 'killed';
  /** Whether all later calls fail too, until `heal`. */
  lasting: boolean;
  /** Whether half of a failing write reaches the disk. */
  partial?: boolean;
};

/** A process that is killed at a step, and a disk that is full from it on. */
export const STEP_FAULTS = [
  { kind: 'all', error: 'killed', lasting: false },
  { kind: 'writes', error: 'ENOSPC', lasting: true, partial: true },
] as const satisfies readonly Fault[];

/** A disk that can be made to fail for the processes that run with `env`. */
export type FailingDisk = {
  env: Readonly<Record<string, string>>;
  /** Makes the n-th call from now on fail; 1 is the next one. */
  fail(fault: Fault, n: number): void;
  /** Ends the fault, and returns the number of calls that failed. */
  heal(): number;
};

/** Why this machine cannot simulate a failing disk; undefined if it can. */
export const skipReason: string | undefined =
  process.platform !== 'linux'
    ? 'needs Linux'
    : spawnSync('gcc', ['--version']).error
      ? 'needs gcc'
      : undefined;

/** Simulates a failing disk below a folder; with `isFat` it has no links and no file modes. */
export function createFailingDisk(
  t: TestContext,
  folder: string,
  { isFat = false }: { isFat?: boolean } = {},
): FailingDisk {
  const own = tempFolder(t);
  const library = join(own, 'failing-writes.so');
  const source = join(import.meta.dirname, 'failing-writes.c');
  const { status, stderr } = spawnSync('gcc', [
    '-shared',
    '-fPIC',
    '-O1',
    '-o',
    library,
    source,
    '-ldl',
  ]);
  if (status !== 0) throw new Error(`gcc failed: ${stderr}`);
  const path = join(own, 'control');
  const control = openSync(path, 'w+');
  t.after(() => closeSync(control));
  const set = (...fields: number[]) =>
    writeSync(control, Int32Array.from(fields), 0, fields.length * 4, 0);
  set(0, 0, 0, 0, 0, 0);
  return {
    env: {
      LD_PRELOAD: library,
      FAILING_WRITES_CONTROL: path,
      FAILING_WRITES_UNDER: folder,
      ...(isFat && { FAILING_WRITES_FAT: '1' }),
    },
    fail: ({ kind, error, lasting, partial }, n) => {
      const { errno } = constants;
      const kinds = kind === 'all' ? 15 : KINDS[kind];
      const number = error === 'killed' ? 0 : errno[error];
      set(kinds, n, number, Number(lasting), Number(partial ?? false), 0);
    },
    heal: () => {
      const failed = Buffer.alloc(4);
      readSync(control, failed, 0, 4, 20);
      set(0, 0, 0, 0, 0, 0);
      return failed.readInt32LE();
    },
  };
}
