import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCOPES } from '../../../src/domain/api-key.ts';
import { createCompany } from '../../../src/service/company/companies.ts';
import { writeCompany } from '../../../src/service/company/company-write.ts';
import { createKey } from '../../../src/service/keys/keys.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { createDataFile } from '../../../src/store/files/data-file.ts';
import { sendRequest } from '../../faults/http-client.ts';
import { signInOwner, uploadRoster } from '../../faults/portal-upload.ts';
import { startPostgres } from '../../store/postgres-process.ts';
import type { Bench, BenchCase } from '../bench.ts';
import { runChild } from '../children.ts';
import { PROGRAM } from '../engaged-server.ts';
import type { Row } from '../results.ts';

const PEOPLE = 300_000;

/** So many of them swap their addresses, two by two. */
const SWAPPED = 100_000;

/** How often the other company writes. */
const INTERVAL_MS = 10;

/** The longest that a write of another company may wait. */
const TARGET = { atMost: 200 };

/** The company that writes meanwhile, and the owner of the one that uploads. */
type Prepared = { key: string; cookie: string };

/** The rosters of a company of `PEOPLE`, the same with another address of each, and that one with `SWAPPED` of them. */
type Rosters = { new: string; addresses: string; swaps: string };

function writeRosters(folder: string): Rosters {
  const write = (name: string, domain: string, holderOf = (n: number) => n): string => {
    const file = join(folder, name);
    const rows = Array.from(
      { length: PEOPLE },
      (_, n) => `E${n},p${holderOf(n)}@${domain},First${n % 97},Last${n % 89},D${n % 200}\n`,
    );
    const head = 'external_id,email,first_name,last_name,department_name\n';
    writeFileSync(file, head + rows.join(''));
    return file;
  };
  return {
    new: write('new.csv', 'bench.example'),
    addresses: write('addresses.csv', 'other.example'),
    swaps: write('swaps.csv', 'other.example', (n) => (n < SWAPPED ? n ^ 1 : n)),
  };
}

/** A data file with a company that imports, one that uploads and one that writes meanwhile. */
function prepare(file: string, now: number): Prepared {
  const prepared = { key: '', cookie: '' };
  createDataFile(file, now, (db) => {
    const create = (name: string) =>
      createCompany(db, { name, ssoDomains: [], now, actor: 'bench' }).company.companyId;
    create('Imports');
    const uploads = { companyId: create('Uploads'), now, actor: 'bench' };
    prepared.cookie = writeCompany(db, uploads, signInOwner);
    const other = { companyId: create('Other'), now, actor: 'bench' };
    prepared.key = writeCompany(db, other, (write) => {
      addEmployee(write, { email: 'ann@bench.example', external_id: 'ann' });
      const limits = { requestsPerMinute: 1_000_000, expiresAt: null };
      return createKey(write, { name: 'bench', scopes: SCOPES, ...limits }).key;
    });
  });
  return prepared;
}

/** Awards XP to the one person of the other company. @returns how long that took in milliseconds */
async function award(port: number, { key }: Prepared, once: string): Promise<number> {
  const awards = [{ employee: { external_id: 'ann' }, amount: 1, once }];
  const sent = { key, body: JSON.stringify({ awards }) };
  const { status, text, ms } = await sendRequest(port, 'POST', '/v1/xp/awards', sent);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return ms;
}

let awards = 0;

/** The longest wait of an award every `INTERVAL_MS` while work lasts, whether or not those before are answered. */
async function longestWait(
  port: number,
  prepared: Prepared,
  work: () => Promise<void>,
): Promise<number> {
  const one = () => award(port, prepared, `${++awards}`);
  // Connections are made and code is compiled before.
  for (let i = 0; i < 50; i++) await one();
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  working.catch(() => {});
  const waits: Promise<number>[] = [];
  while (!isOver) {
    waits.push(one());
    await sleep(INTERVAL_MS);
  }
  await working;
  return Math.max(...(await Promise.all(waits)));
}

async function importFile(file: string, data: string, changed = PEOPLE): Promise<void> {
  const words = ['import', file, '--data', data, '--company', 'Imports', '--update-profiles'];
  const { stdout } = await runChild(process.execPath, [PROGRAM, ...words, '--json']);
  const { created, profiles } = JSON.parse(stdout) as {
    created: number;
    profiles: { updated: number };
  };
  if (created + profiles.updated !== changed) throw new Error(stdout.slice(0, 1_000));
}

const KINDS = ['import', 'addresses', 'swaps', 'preview', 'apply'] as const;

type Waits = Record<(typeof KINDS)[number], number>;

/** All of it once, on new data. */
async function measure(
  bench: Bench,
  data: string,
  prepared: Prepared,
  rosters: Rosters,
): Promise<Waits> {
  const ours = await bench.ours(data);
  try {
    const wait = (work: () => Promise<void>) => longestWait(ours.port, prepared, work);
    const roster = readFileSync(rosters.new);
    const upload = () => uploadRoster(ours.port, prepared.cookie, roster);
    let apply: Awaited<ReturnType<typeof upload>> | undefined;
    return {
      import: await wait(() => importFile(rosters.new, data)),
      addresses: await wait(() => importFile(rosters.addresses, data)),
      swaps: await wait(() => importFile(rosters.swaps, data, SWAPPED)),
      preview: await wait(async () => {
        apply = await upload();
      }),
      apply: await wait(async () => {
        const applied = await apply?.();
        if (applied?.status !== 303) throw new Error(`${applied?.status} ${applied?.text}`);
      }),
    };
  } finally {
    await ours.stop();
  }
}

const besideImport = (where: 'file' | 'postgres'): BenchCase => ({
  name: where === 'file' ? 'beside-import' : 'beside-import-postgres',
  about: `awards of another company every ${INTERVAL_MS} ms beside a roster of ${PEOPLE.toLocaleString('en')} people${where === 'file' ? '' : ', on PostgreSQL'}`,
  run: async (bench) => {
    const name = where === 'file' ? 'beside-import' : 'beside-import-postgres';
    const rosters = writeRosters(bench.folder);
    const rounds: Waits[] = [];
    for (let round = 0; round < bench.options.rounds; round++) {
      const file = join(bench.folder, `beside-${round}.db`);
      const prepared = prepare(file, bench.options.now);
      if (where === 'file') {
        rounds.push(await measure(bench, file, prepared, rosters));
      } else {
        const server = await startPostgres({ isDurable: true });
        if (!server) return bench.add({ case: name, notRun: 'there is no PostgreSQL' });
        try {
          await runChild(process.execPath, [PROGRAM, 'copy', file, server.url]);
          rounds.push(await measure(bench, server.url, prepared, rosters));
        } finally {
          await server.stop();
        }
      }
      bench.discard(file);
    }
    for (const kind of KINDS) {
      const ours = rounds.map((waits) => waits[kind]);
      const row: Row = {
        ...{ case: kind === 'import' ? name : `${name}-${kind}`, against: 'zero', unit: 'ms' },
        ...{ ours, baseline: ours.map(() => 0), compare: 'difference', stallMs: null },
        target: TARGET,
      };
      bench.add(row);
    }
  },
});

export const cases: readonly BenchCase[] = [besideImport('file'), besideImport('postgres')];
