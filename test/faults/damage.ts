import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** One kind of damage to the files of a stopped service. */
export type Damage = { what: string; apply: (file: string) => void };

const PAGE = 4096;

/** Changes the bytes of a file in place. */
function edit(path: string, change: (bytes: Buffer) => unknown): void {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
}

/** Appends bytes to a file. */
function extend(path: string, more: (bytes: Buffer) => Buffer): void {
  appendFileSync(path, more(readFileSync(path)));
}

const wal = (file: string): string => `${file}-wal`;
const shm = (file: string): string => `${file}-shm`;

/** Damages at chosen places, as disks, people and tools cause them. */
export function fixedDamages({
  foreign,
  otherDatabase,
}: {
  foreign: string;
  otherDatabase: string;
}): Damage[] {
  const damages: Damage[] = [];
  const add = (what: string, apply: (file: string) => void) => damages.push({ what, apply });
  for (const size of [
    0,
    1,
    15,
    16,
    99,
    100,
    101,
    512,
    PAGE - 1,
    PAGE,
    PAGE + 1,
    3 * PAGE,
    10 * PAGE,
  ])
    add(`truncated to ${size} bytes`, (file) => truncateSync(file, size));
  add('extended with zeros', (file) => extend(file, () => Buffer.alloc(3 * PAGE)));
  add('extended by half a page', (file) => extend(file, (bytes) => bytes.subarray(0, 2000)));
  add('all zeros', (file) => edit(file, (bytes) => bytes.fill(0)));
  add('a text file', (file) => writeFileSync(file, 'employee,amount\n'.repeat(1000)));
  add('a database of another application', (file) => copyFileSync(otherDatabase, file));
  add('another data file', (file) => copyFileSync(foreign, file));
  for (const [what, at, size] of [
    ['the magic', 0, 16],
    ['the page size', 16, 2],
    ['the format versions', 18, 2],
    ['reserved space', 20, 1],
    ['the payload fractions', 21, 3],
    ['the change counter', 24, 4],
    ['the size in pages', 28, 4],
    ['the freelist', 32, 8],
    ['the schema cookie', 40, 4],
    ['the schema format', 44, 4],
    ['the encoding', 56, 4],
    ['the schema version', 60, 4],
    ['the application id', 68, 4],
    ['the valid-for number', 92, 4],
  ] as const) {
    for (const value of [0, 0xff, 0x7f])
      add(`header: ${what} all ${value}`, (file) =>
        edit(file, (bytes) => {
          bytes.fill(value, at, at + size);
        }),
      );
  }
  for (const version of [0, 1, 3, 999])
    add(`with schema ${version}`, (file) =>
      edit(file, (bytes) => {
        bytes.writeUInt32BE(version, 60);
      }),
    );
  add('a directory', (file) => {
    rmSync(file);
    mkdirSync(file);
  });
  add('a link to itself', (file) => {
    rmSync(file);
    symlinkSync(file, file);
  });
  add('a broken link', (file) => {
    rmSync(file);
    symlinkSync('/nonexistent/engaged.db', file);
  });
  add('a pipe', (file) => {
    rmSync(file);
    execFileSync('mkfifo', [file]);
  });
  add('a device', (file) => {
    rmSync(file);
    symlinkSync('/dev/zero', file);
  });
  add('reached through a link', (file) => {
    const folder = `${file}.elsewhere`;
    mkdirSync(folder);
    for (const suffix of ['', '-wal', '-shm']) {
      if (!existsSync(file + suffix)) continue;
      copyFileSync(file + suffix, join(folder, `real.db${suffix}`));
      rmSync(file + suffix);
    }
    symlinkSync(join(folder, 'real.db'), file);
  });

  // The write-ahead log contains the latest acknowledged changes.
  for (const size of [
    0,
    1,
    31,
    32,
    33,
    56,
    32 + 24 + PAGE - 1,
    32 + 24 + PAGE,
    32 + 2 * (24 + PAGE),
    32 + 2.5 * (24 + PAGE),
  ])
    add(`log truncated to ${size} bytes`, (file) => truncateSync(wal(file), size));
  add('log missing', (file) => rmSync(wal(file)));
  add('log without its file', (file) => rmSync(file));
  add('log all zeros', (file) => edit(wal(file), (bytes) => bytes.fill(0)));
  add('log all ones', (file) => edit(wal(file), (bytes) => bytes.fill(0xff)));
  add('log of another data file', (file) => copyFileSync(wal(foreign), wal(file)));
  add('log a text file', (file) => writeFileSync(wal(file), 'x'.repeat(100_000)));
  add('log a directory', (file) => {
    rmSync(wal(file));
    mkdirSync(wal(file));
  });
  add('log a pipe', (file) => {
    rmSync(wal(file));
    execFileSync('mkfifo', [wal(file)]);
  });
  add('log doubled', (file) => extend(wal(file), (bytes) => bytes));
  for (const [what, at] of [
    ['magic', 0],
    ['version', 4],
    ['page size', 8],
    ['sequence', 12],
    ['salt', 16],
    ['checksum', 24],
  ] as const)
    add(`log: ${what} flipped`, (file) =>
      edit(wal(file), (bytes) => {
        bytes[at + 1] = (bytes[at + 1] ?? 0) ^ 0x41;
      }),
    );
  for (const size of [0, 100, 32_768, 65_536])
    add(`log index: ${size} bytes of garbage`, (file) =>
      writeFileSync(shm(file), Buffer.alloc(size, 0xa5)),
    );
  add('log index a directory', (file) => {
    rmSync(shm(file), { force: true });
    mkdirSync(shm(file));
  });
  add('log index of another file', (file) => copyFileSync(shm(foreign), shm(file)));
  return damages;
}

/** Overwrites the first page of each table and index with zeros. */
export function rootPageDamages(file: string): Damage[] {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    return sqlite
      .prepare<[], { name: string; rootpage: number }>(
        'select name, rootpage from sqlite_schema where rootpage > 1 order by rootpage',
      )
      .all()
      .map(({ name, rootpage }) => ({
        what: `file: first page of ${name} zeroed`,
        apply: (path) =>
          edit(path, (bytes) => {
            bytes.fill(0, (rootpage - 1) * PAGE, rootpage * PAGE);
          }),
      }));
  } finally {
    sqlite.close();
  }
}

/** Damages at random places. */
export function randomDamages(random: () => number, count: number): Damage[] {
  const below = (n: number) => Math.floor(random() * n);
  return Array.from({ length: count }, (_, i): Damage => {
    const part = i % 2 === 0 ? (file: string) => file : wal;
    const name = i % 2 === 0 ? 'file' : 'log';
    const pages = (file: string) => Math.max(1, Math.floor(statSync(part(file)).size / PAGE));
    const [a, b, c] = [random(), random(), random()];
    const at = (share: number, size: number) => Math.floor(share * size);
    switch (below(5)) {
      case 0:
        return {
          what: `${name}: a bit flipped (#${i})`,
          apply: (file) =>
            edit(part(file), (bytes) => {
              const byte = at(a, bytes.length);
              bytes[byte] = (bytes[byte] ?? 0) ^ (1 << at(b, 8));
            }),
        };
      case 1:
        return {
          what: `${name}: a page zeroed (#${i})`,
          apply: (file) =>
            edit(part(file), (bytes) => {
              const page = at(a, pages(file)) * PAGE;
              bytes.fill(0, page, Math.min(bytes.length, page + PAGE));
            }),
        };
      case 2:
        return {
          what: `${name}: two pages swapped (#${i})`,
          apply: (file) =>
            edit(part(file), (bytes) => {
              const [one, other] = [at(a, pages(file)) * PAGE, at(b, pages(file)) * PAGE];
              const kept = Buffer.from(bytes.subarray(one, one + PAGE));
              bytes.copy(bytes, one, other, other + PAGE);
              kept.copy(bytes, other);
            }),
        };
      case 3:
        return {
          what: `${name}: truncated (#${i})`,
          apply: (file) => truncateSync(part(file), at(a, statSync(part(file)).size)),
        };
      default:
        return {
          what: `${name}: random bytes (#${i})`,
          apply: (file) =>
            edit(part(file), (bytes) => {
              const from = at(a, bytes.length);
              bytes.fill(at(c, 256), from, Math.min(bytes.length, from + 1 + at(b, 3000)));
            }),
        };
    }
  });
}

/** A database of another application. */
export function createForeignDatabase(path: string): void {
  const sqlite = new Sqlite(path);
  sqlite.exec('create table companies (id integer); insert into companies values (1)');
  sqlite.close();
}
