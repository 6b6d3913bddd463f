import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MOST_AT_ONCE } from '../../../src/domain/roster/email-moves.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import { requireRun } from '../../../src/service/roster/runs/runs.ts';
import {
  type TakeStep,
  takeStep,
  writeInSteps,
} from '../../../src/service/roster/steps/change-in-steps.ts';
import { importRoster } from '../../../src/service/roster/steps/import-roster.ts';
import { endHoldsThatAreOver, HOLD_MS } from '../../../src/service/roster/steps/roster-hold.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { iterations, randomFrom } from '../../faults/run-scale.ts';
import { usePostgres } from '../../store/postgres-server.ts';
import { createTestCompany, NOW } from '../test-company.ts';
import { people, runs, sync, type Target, toOrder } from './sync.ts';

const PEOPLE = 2.2 * MOST_AT_ONCE;

const emailOf = (place: number): string => `p${place}@example.com`;

const rowsOf = (places: readonly number[]) =>
  places.map((place, at) => rosterRow(`P${at}`, { email: emailOf(place) }));

const ASKED = { operator: { updateProfiles: true, alsoNamed: [], lineOf: () => null } };

/** The place whose email each person gets: of lines, the last of which gets a new one, and circles of any length. */
function passOn(random: () => number): number[] {
  const places = Array.from({ length: PEOPLE }, (_, n) => n);
  const left = places.toSorted(() => random() - 0.5);
  while (left.length > 0) {
    const isLine = random() < 0.5;
    const longest = isLine ? PEOPLE : MOST_AT_ONCE;
    const group = left.splice(0, 1 + Math.floor(longest * random() ** 2));
    const first = isLine ? PEOPLE + left.length : (group[0] ?? 0);
    for (const [at, one] of group.entries()) places[one] = group[at + 1] ?? first;
  }
  return places;
}

class Died extends Error {}

/** Makes a change in steps, and dies before one of them: nothing more reaches the data. Says whether it came so far. */
async function diesBefore(
  { db }: Target,
  deadly: number,
  change: (take: TakeStep) => Promise<unknown>,
): Promise<boolean> {
  let steps = 0;
  try {
    await change((step) => {
      if (step.kind === 'apply') steps++;
      if (steps > deadly) throw new Died();
      takeStep(db, step, () => NOW);
    });
    return false;
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    return true;
  }
}

/** The email of each person, all of which are their own, and either the one before or the one after. */
function requireEmails(target: Target, before: string[], after: string[]): string[] {
  const all = people(target);
  assert.ok(all.every(({ email, email_key }) => email === email_key));
  const emails = all.map(({ email }) => String(email));
  assert.equal(new Set(emails).size, PEOPLE);
  assert.ok(emails.every((email, at) => email === before[at] || email === after[at]));
  return emails;
}

/** Ends what was interrupted, which is on record with how many people it changed. */
function end(target: Target, changed: number): void {
  const already = runs(target).length;
  endHoldsThatAreOver(target.db, () => NOW + HOLD_MS);
  const [interrupted, ...others] = runs(target).slice(already);
  assert.equal(others.length, 0);
  assert.equal(interrupted === undefined, changed === 0);
  if (!interrupted) return;
  const result = JSON.parse(interrupted.result ?? '');
  assert.deepEqual([result.failure, result.changed.updated], ['interrupted', changed]);
}

const revert = (write: Parameters<typeof revertRun>[0], run: string, history = write.db) =>
  revertRun(write, run, { departmentLimit: 1_000, clock: () => NOW, history });

async function passAndRevert(t: TestContext, where: string, seed: number): Promise<void> {
  const server = where === 'PostgreSQL' ? await usePostgres(t) : undefined;
  if (where === 'PostgreSQL' && !server) return;
  const company = createTestCompany(t, server);
  const { db, companyId } = company;
  const places = passOn(randomFrom(seed));
  const before = places.map((_, at) => emailOf(at));
  const after = places.map(emailOf);
  sync(company, rowsOf(places.map((_, at) => at)));
  const pass = (take: TakeStep) =>
    importRoster(db, toOrder(company, rowsOf(places), ASKED), take, 1);

  for (let deadly = 0; await diesBefore(company, deadly, pass); deadly++) {
    const emails = requireEmails(company, before, after);
    const changed = emails.filter((email, at) => email !== before[at]).length;
    end(company, changed);
    if (changed > 0) company.write((write) => revert(write, 'latest'));
    assert.deepEqual(requireEmails(company, before, before), before);
  }
  assert.deepEqual(requireEmails(company, after, after), after);

  const whole = requireRun(db, companyId, 'latest').id;
  const revertInSteps = (take: TakeStep) =>
    writeInSteps(
      db,
      { companyId, now: NOW, clock: () => NOW, actor: 'test' },
      (write) => revert(write, whole, db),
      take,
      1,
    );
  for (let now = after; await diesBefore(company, 2, revertInSteps); ) {
    const emails = requireEmails(company, before, after);
    end(company, emails.filter((email, at) => email !== now[at]).length);
    now = emails;
  }
  assert.deepEqual(requireEmails(company, before, before), before);
}

for (const where of ['PostgreSQL', 'a data file']) {
  test(`emails that thousands of people pass on in lines and circles are each one person's between any two steps, in ${where}`, async (t) => {
    for (let seed = 1; seed <= iterations(1, 20); seed++) await passAndRevert(t, where, seed);
  });
}
