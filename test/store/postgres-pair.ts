import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { type Launcher, makeLauncher } from './postgres-launcher.ts';
import { findPrograms } from './postgres-programs.ts';
import { tempFolder } from './temp-files.ts';

/** A PostgreSQL server as the package of a distribution installs it, with settings and access of its own. */
export type PostgresServer = {
  port: number;
  start(): Promise<void>;
  /** Ends all its processes at once. */
  kill(): Promise<void>;
  promote(): void;
  /** Runs statements as the superuser in one session, and gives the rows of the last one. */
  sql(statements: readonly string[], database?: string): Promise<unknown[][]>;
  /** Runs one of PostgreSQL's programs as the superuser of this server. */
  run(program: string, ...words: string[]): void;
};

type Settings = {
  port: number;
  /** Lines of postgresql.conf and of pg_hba.conf. */
  conf: string;
  hba: string;
  certificate: { cert: string; key: string };
};

/** The programs of a whole PostgreSQL, with those that copy servers and databases. */
export async function findAllPrograms(): Promise<string | undefined> {
  const bin = await findPrograms();
  return bin !== undefined && existsSync(join(bin, 'pg_basebackup')) ? bin : undefined;
}

/** Makes a server that does not run yet. @param source the connection to the primary, for a standby */
export function makeServer(
  t: TestContext,
  bin: string,
  { port, conf, hba, certificate }: Settings,
  source?: { connection: string; password: string },
): PostgresServer {
  let launcher: Launcher | undefined;
  // Before its folder is removed.
  t.after(() => launcher?.kill());
  const folder = tempFolder(t);
  // Not the settings of the user who runs the tests.
  const env = { HOME: folder, ...(source && { PGPASSWORD: source.password }) };
  launcher = makeLauncher({ bin, folder, port, settings: ['fsync=off'], env });
  const { data, execute, own, start, kill, promote } = launcher;
  if (source) {
    const options = '--write-recovery-conf --checkpoint fast --no-sync --dbname'.split(' ');
    execute('pg_basebackup', ['--pgdata', data, ...options, source.connection]);
  } else {
    const options = '-U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync'.split(' ');
    execute('initdb', ['-D', data, ...options]);
    mkdirSync(join(data, 'conf.d'));
    const files = { cert: join(data, 'server.crt'), key: join(data, 'server.key') };
    copyFileSync(certificate.cert, files.cert);
    copyFileSync(certificate.key, files.key);
    chmodSync(files.key, 0o600);
    writeFileSync(join(data, 'conf.d', 'engaged.conf'), conf);
    writeFileSync(join(data, 'pg_hba.conf'), `local all postgres trust\n${hba}`);
    appendFileSync(join(data, 'postgresql.conf'), "include_dir = 'conf.d'\nssl = on\n");
    for (const path of [files.cert, files.key, join(data, 'conf.d')]) own(path);
    own(join(data, 'conf.d', 'engaged.conf'));
  }
  return {
    port,
    ...{ start, kill, promote },
    sql: async (statements, database = 'postgres') => {
      const client = new pg.Client({ host: folder, port, user: 'postgres', database });
      await client.connect();
      try {
        let rows: unknown[][] = [];
        for (const text of statements) ({ rows } = await client.query({ text, rowMode: 'array' }));
        return rows;
      } finally {
        await client.end();
      }
    },
    run: (program, ...words) => {
      execute(program, ['-h', folder, '-p', String(port), '-U', 'postgres', ...words]);
    },
  };
}
