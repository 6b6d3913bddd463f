import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { resolveCompany } from '../../src/cli/options/company-option.ts';
import { DETAIL_FIELDS, DETAILS } from '../../src/domain/roster/fields.ts';
import { beginCompanyWrite, writeCompany } from '../../src/service/company/company-write.ts';
import { giveKudos } from '../../src/service/kudos/give-kudos.ts';
import {
  keepKudos,
  reactToKudos,
  removeKudos,
  reportKudos,
} from '../../src/service/kudos/kudos-moderation.ts';
import {
  setDepartmentAllowance,
  setKudosPart,
  setKudosSettings,
} from '../../src/service/kudos/kudos-settings.ts';
import { saveKudosValue } from '../../src/service/kudos/kudos-values.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { recordLook } from '../../src/service/people/history-looks.ts';
import { provideAccount } from '../../src/service/portal/accounts.ts';
import { hashSecret, redeemLink } from '../../src/service/portal/sessions.ts';
import { recordFollowUp } from '../../src/service/roster/runs/record-run.ts';
import { NO_CHANGES } from '../../src/service/roster/runs/run-changes.ts';
import { summarizeChanges } from '../../src/service/roster/runs/run-summary.ts';
import { saveHour } from '../../src/service/scim/hourly-run.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import * as deployment from '../../src/store/operations/deployment.ts';
import * as portalAccounts from '../../src/store/portal/portal-accounts.ts';
import type { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { testQuery } from '../faults/roster-fixture.ts';
import { askDirectory } from '../service/scim/ask-directory.ts';
import { type CommandLine, createCommandLine, NOW } from './command-line.ts';
import { people, writeRoster } from './import/roster-file.ts';

/** Every value that is on record of the person, in lower case: parts of names, addresses, ids and texts. */
export const TRACES = [
  'thistlewick',
  'zanzibar',
  'plumbottom',
  'xid-70001',
  'wickerworker',
  'basketweaver',
  'submariner',
  'chirper',
  'kazoo',
  'kumquat',
  'tuba',
  'rambutan',
  'persimmon',
  'quince',
  'mumbled',
  'birchwood',
  'gobbledygook',
  'hufflepuff',
  'snapdragon',
  'dandelion',
  'dragonfruit',
  'periwinkle',
  '1987-03-14',
] as const;

/** What the tests read of the documents that commands print. */
type Printed = {
  id: string;
  employee_id: string;
  email: string;
  xp: number;
  link: string;
  expires_at: string;
  coins: number;
  state: string;
  status: string;
  approved: boolean;
  deactivated: number;
  created: number;
  counts: { active: number; deactivated: number };
  people: unknown[];
  profile_differences: unknown[];
  candidates_held_back: { employee_id: string }[];
  checks: { check: string; level: string }[];
};

/** A list as a command prints it. */
export type Listed<Row = unknown> = { data: Row[] };

/** A company of which one person has something in every column that can hold something of a person. */
export type PersonOnRecord = CommandLine<Printed> & {
  file: string;
  /** The person's id. */
  id: string;
  /**
   * Runs, in their order: everybody created, the person linked, their job changed, their profile found different, changed
   * and changed back, the person held back.
   */
  runs: string[];
};

const EMAIL = 'Zanzibar.Q@Acme.example';

const rowOf = (job: string, email = EMAIL, family = 'Thistlewick') =>
  `XID-70001,${email},Zoë,${family},Dept 1,${job}`;

/** @param options.testMode whether the person is in the sandbox */
export async function createPersonOnRecord(
  t: TestContext,
  { testMode = false }: { testMode?: boolean } = {},
): Promise<PersonOnRecord> {
  const { run, json: print, folder } = createCommandLine<Printed>(t);
  const mode = testMode ? ['--test'] : [];
  const json = <T = Printed>(...argv: string[]) => print<T>(...argv, ...mode);
  const importFile = async (name: string, lines: string[], ...options: string[]) => {
    writeRoster(folder, name, lines);
    const { code, stderr } = await run(['import', name, ...options, ...mode]);
    if (code !== 0 && code !== 3) throw new Error(stderr);
  };
  await print('company', 'create', '--name', 'Acme');
  await importFile('all.csv', people(1, 40), '--save-profile', 'nightly');
  const added = await json(
    ...['employee', 'add', '--email', 'Birchwood@Acme.example', '--name', 'Zoë Plumbottom'],
    ...DETAIL_FIELDS.flatMap((one) => [
      `--${DETAILS[one].name.replaceAll('_', '-')}`,
      DETAILS[one].format === 'day' ? '1987-03-14' : `Wickerworker ${one}`,
    ]),
  );
  const id = added.employee_id;
  // Before they had this address, so that the list names somebody who is not found.
  const early = ['employee,coins', 'person2@acme.example,1', `${EMAIL.toUpperCase()},1`, ''];
  writeFileSync(join(folder, 'early.csv'), early.join('\n'));
  await run(['give', 'early.csv', '--yes', ...mode]);
  await json('employee', 'update', id, '--email', EMAIL, '--name', 'Zoë Thistlewick');
  await importFile('linked.csv', [rowOf('Basketweaver')]);
  await importFile('moved.csv', [rowOf('Submariner')]);
  const married = rowOf('Submariner', 'Gobbledygook@acme.example', 'Hufflepuff');
  await importFile('married.csv', [married]);
  await importFile('married.csv', [married], '--update-profiles');
  await importFile('moved.csv', [rowOf('Submariner')], '--update-profiles');
  await json('employee', 'sign-in', id, '--name', 'Zoë Thistlewick-Roe');
  const shown = ['--shown-as', 'nickname', '--nickname', 'Old Dragonfruit'];
  await json('employee', 'update', id, ...shown);
  await json('employee', 'role', id, '--role', 'Head Chirper');
  await json('employee', 'role', id, '--none');
  await json('xp', 'award', id, '120', '--reason', 'Kazoo solo', '--once', 'kumquat-1');
  await json('xp', 'award', id, '7', '--at', '2025-01-15');
  await json('month', 'close', '2025-01');
  const days = ['--first-day', '2026-11-01', '--last-day', '2026-12-24'];
  await json('contest', 'create', '--name', 'Advent', ...days, '--prize', '1=coins:100');
  await json('coins', 'grant', id, '90', '--reason', 'Tuba duet', '--once', 'rambutan-2');
  await json(
    ...['badge', 'define', 'mentor', '--name', 'Mentor', '--category', 'social'],
    ...['--rarity', 'rare'],
  );
  switchMailOn(join(folder, 'engaged.db'));
  await json('badge', 'award', id, 'mentor');
  writeFileSync(join(folder, 'gift.csv'), `employee,coins,reason\n${id},3,Snapdragon week\n`);
  await json('give', 'gift.csv', '--yes');
  await print('company', 'update', '--coins-per-100-xp', '10');
  await json('xp', 'award', id, '4');
  const webhook = await json('webhook', 'create', '--url', 'https://hooks.acme.example/');
  const { events } = await json<{ events: { id: string }[] }>('employee', 'export', id);
  await json('webhook', 'resend', webhook.id, events[0]?.id ?? '');
  const item = await json(
    ...['shop', 'add', '--name', 'Mug', '--category', 'merch', '--price', '80', '--stock', '2'],
    ...['--description', 'For coffee', '--image-url', 'https://acme.example/mug.png'],
  );
  const declined = await json<{ id: string }>('shop', 'redeem', id, item.id);
  await json('shop', 'decline', declined.id, '--reason', 'Quince has no size M');
  await json('shop', 'redeem', id, item.id, '--once', 'persimmon-3');
  giveKudosTo(join(folder, 'engaged.db'), id);
  if (!testMode) {
    await json('portal', 'link', EMAIL);
    linkIdentity(join(folder, 'engaged.db'));
  }
  sendFromDirectory(join(folder, 'engaged.db'), id);
  await json('employee', 'role', '0040', '--role', 'Clerk');
  await importFile('few.csv', people(1, 12), '--deactivate-missing');
  await json('employee', 'deactivate', id, '--reason', 'Mumbled nonsense');
  const { data } = await json<Listed<{ id: string }>>('sync', 'list');
  const runs = data.map((one) => one.id).reverse();
  const file = join(folder, 'engaged.db');
  recordLongRun(file, id);
  recordLookAt(file, id);
  return { run, json, folder, id, runs, file };
}

/** Lets the person give and get thanks, react, report and be reported. */
function giveKudosTo(file: string, id: string): void {
  const db = openDataFile(file, { write: true });
  const place = testQuery(`select company_id as companyId from employees where id = '${id}'`, {
    companyId: 'integer',
  });
  for (const { companyId } of db.all(place, {})) {
    writeCompany(db, { companyId, now: NOW, actor: 'test' }, (write) => {
      // Another month than those of the sample, in which nothing was given.
      db.execute(`insert into kudos_months values (${companyId}, 1, 0, 0, 0)`);
      const [person, other] = [id, '0002'].map((one) => requireEmployee(db, companyId, one));
      if (!person || !other) throw new Error('somebody is missing');
      const viewer = { number: person.number, departmentNumber: person.departmentNumber };
      setKudosSettings(write, { on: true });
      setDepartmentAllowance(write, 'Dept 1', 90);
      saveKudosValue(write, { code: 'care', name: 'Care' });
      const order = { points: 1, value: 'care', visibility: 'company' };
      const message = 'You played the Snapdragon so well that everybody sang.';
      const got = giveKudos(
        write,
        { ...order, giver: other, receivers: [person], message },
        'kumquat-7',
      );
      const given = giveKudos(write, {
        ...{ ...order, giver: person, receivers: [other] },
        message: 'Yours, with many thanks, Zoë Thistlewick-Roe',
      });
      reactToKudos(write, viewer, got.kudos.id, { kind: 'lovely', on: true });
      reportKudos(write, viewer, got.kudos.id, 'It was the tuba');
      keepKudos(write, got.kudos.id, 'Mumbled, not the Tuba');
      removeKudos(write, given.kudos.id, { reason: 'Mumbled' });
      setKudosPart(write, id, 'observer');
    });
  }
  db.close();
}

/** Lets the data say that the service sends mail, so that people are told of what they get. */
function switchMailOn(file: string): void {
  const db = openDataFile(file, { write: true });
  db.write(() => db.run(deployment.recordService, { address: '', version: '0.0.0', sendsMail: 1 }));
  db.close();
}

/** Has a directory send the person as they are, once more than it may, and put them into a group. */
function sendFromDirectory(file: string, id: string): void {
  const db = openDataFile(file, { write: true });
  const owner = testQuery(`select company_id as companyId from employees where id = '${id}'`, {
    companyId: 'integer',
  });
  for (const { companyId } of db.all(owner, {})) {
    const body = {
      userName: 'Periwinkle@login.example',
      externalId: 'dandelion-dir',
      name: { givenName: 'Zoë', familyName: 'Thistlewick' },
      emails: [{ value: EMAIL, type: 'work' }],
    };
    askDirectory(db, { companyId, now: NOW }, { body });
    askDirectory(db, { companyId, now: NOW }, { body: { userName: 'person2@acme.example' } });
    askDirectory(
      db,
      { companyId, now: NOW },
      { method: 'PUT', id, body: { ...body, userName: 'person2@acme.example' } },
    );
    askDirectory(
      db,
      { companyId, now: NOW },
      { resource: 'Groups', body: { displayName: 'All', members: [{ value: id }] } },
    );
    db.write(() =>
      saveHour(beginCompanyWrite(db, { companyId, now: NOW, actor: 'test' }), {
        ...{ runId: null, people: 1, deactivated: 0, isBlocked: 0 },
      }),
    );
  }
  db.close();
}

/** Records a run that is too long for one row. */
function recordLongRun(file: string, id: string): void {
  const db = openDataFile(file, { write: true });
  const person = testQuery(
    `select company_id as companyId, number from employees where id = '${id}'`,
    { companyId: 'integer', number: 'integer' },
  );
  for (const { companyId, number } of db.all(person, {})) {
    writeCompany(db, { companyId, now: NOW, actor: 'test' }, (write) =>
      recordFollowUp(write, {
        ...{ kind: 'revert', subjectId: id, clock: () => NOW },
        summary: summarizeChanges(NO_CHANGES),
        changes: {
          ...NO_CHANGES,
          updated: [{ number, givenName: ['Thistlewick', null] }],
          heldBack: [[number, 'XID-70001']],
          named: Array.from({ length: 1_000 }, (_, n) => [n, n]),
        },
      }),
    );
  }
  db.close();
}

/** Records that somebody opened the person's history in the portal. */
function recordLookAt(file: string, id: string): void {
  const db = openDataFile(file, { write: true });
  const person = testQuery(
    `select company_id as companyId, number from employees where id = '${id}'`,
    { companyId: 'integer', number: 'integer' },
  );
  for (const { companyId, number: employeeNumber } of db.all(person, {})) {
    const look = { companyId, employeeNumber, actor: 'portal x', role: 'admin' } as const;
    recordLook(db, { ...look, kind: 'history', now: NOW });
  }
  db.close();
}

/** Links the person's account to one at an OpenID provider and notes that, as their first sign-in does. */
function linkIdentity(file: string): void {
  const db = openDataFile(file, { write: true });
  const { companyId } = resolveCompany(db, {});
  writeCompany(db, { companyId, now: Date.now(), actor: 'test' }, (write) => {
    const { entry } = provideAccount(write, { email: EMAIL });
    const identity = { issuer: 'https://id.example', subject: 'dandelion-0815' };
    db.run(portalAccounts.setIdentity, { companyId, entry, ...identity });
    db.run(portalAccounts.noteSignIn, { companyId, entry, now: NOW });
  });
  db.close();
}

/** Uses the link of an account, as the portal does. */
export function openSession(
  file: string,
  { link, expires_at }: { link: string; expires_at: string },
): void {
  const db = openDataFile(file, { write: true });
  const hex = (secret: string) => Buffer.from(hashSecret(secret)).toString('hex');
  const { companyId } = resolveCompany(db, {});
  writeCompany(db, { companyId, now: Date.parse(expires_at) - 1, actor: 'test' }, (write) =>
    redeemLink(write, {
      link: hex(link.split('/').at(-1) ?? ''),
      passwordHash: 'none',
      session: { hash: hex('token'), client: '192.0.2.1', browser: 'test' },
    }),
  );
  db.close();
}

/** The traces that the bytes of the data file, or of any file beside it, hold. */
export function tracesInFiles(file: string): string[] {
  const bytes = ['', '-wal', '-shm', '-journal']
    .filter((suffix) => existsSync(file + suffix))
    .map((suffix) => readFileSync(file + suffix, 'latin1').toLowerCase())
    .join();
  return TRACES.filter((trace) => bytes.includes(trace));
}

/** The traces in a text. */
export const tracesIn = (text: string): string[] =>
  TRACES.filter((trace) => text.toLowerCase().includes(trace));

/** Opens a second connection, as a running service has one; the write-ahead log stays while it is open. */
export function openBeside(t: TestContext, file: string): SqliteDatabase {
  const db = openDataFile(file, { write: true });
  t.after(() => db.close());
  return db;
}
