import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCIM_SCOPE } from '../../../src/domain/api-key.ts';
import { writeCompany } from '../../../src/service/company/company-write.ts';
import { createKey } from '../../../src/service/keys/keys.ts';
import { openDataFile } from '../../../src/store/files/data-file.ts';
import { testQuery } from '../../faults/roster-fixture.ts';
import type { Bench, BenchCase } from '../bench.ts';
import { runChild } from '../children.ts';
import type { SeededCompany } from '../seed.ts';
import { measureDisturbed } from './interference.ts';

/** What a directory asks for, in requests a second. */
const RATE = 25;

/** Puts everybody active of a company into its directory. @returns a token, and the file with them */
function connect(bench: Bench, file: string, { companyId }: SeededCompany) {
  const db = openDataFile(file, { write: true });
  const now = bench.options.now;
  const token = writeCompany(db, { companyId, now, actor: 'bench' }, (write) => {
    db.execute(
      `insert into scim_users (
         company_id, employee_number, entry, user_name, user_name_key, email_key, attributes, created_at, modified_at
       )
       select company_id, number, number, email, email_key, email_key,
         json_object('userName', email, 'active', json('true'), 'displayName', given_name), 0, 0
       from employees where company_id = ${companyId} and deactivated_at is null`,
    );
    db.execute(
      `update companies set roster_authority = 'both', scim_users = (
         select count(*) from scim_users u where u.company_id = companies.company_id
       ) where company_id = ${companyId}`,
    );
    const scopes = [SCIM_SCOPE];
    const key = { name: 'directory', scopes, requestsPerMinute: 1_000_000, expiresAt: null };
    return createKey(write, key).key;
  });
  const people = db.all(
    testQuery(
      `select id, email from employees where company_id = ${companyId} and deactivated_at is null order by number`,
      { id: 'text', email: 'text' },
    ),
    {},
  );
  const list = join(bench.folder, 'directory.txt');
  writeFileSync(list, people.map(({ id, email }) => `${id} ${email}\n`).join(''));
  db.close();
  return { token, list };
}

const besideReads: BenchCase = {
  name: 'p99-directory',
  about: `reads at 500/s while a directory of everybody asks for or changes ${RATE} people a second`,
  run: async (bench) => {
    let directory = { token: '', list: '' };
    await measureDisturbed(
      bench,
      { case: 'p99-directory', against: 'the same reads without it', target: { atMost: 1.5 } },
      {
        prepare: (file, [main]) => {
          if (main) directory = connect(bench, file, main);
        },
        readers: (companies) => companies.slice(0, 1),
        disturb: async ({ port }, _, __, seconds) => {
          const script = join(import.meta.dirname, '..', 'directory-load.ts');
          const args = [script, port, directory.token, directory.list, seconds, RATE].map(String);
          const { stdout } = await runChild(process.execPath, args, {
            timeout: (seconds + 60) * 1_000,
          });
          return stdout.trim();
        },
        changed: (companies) => companies.slice(0, 1),
      },
    );
  },
};

export const cases: readonly BenchCase[] = [besideReads];
