import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { awardBadge, defineBadge } from '../../src/service/badges/badges.ts';
import { type CompanyWrite, writeCompany } from '../../src/service/company/company-write.ts';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { inviteOne } from '../../src/service/portal/invitations.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { headersOf, partOf, type Received, startMailServer } from '../mail/smtp-server.ts';
import { tempFolder } from '../store/temp-files.ts';
import { type Serving, serve } from './program.ts';
import { makeDataFile, readFile, testQuery } from './roster-fixture.ts';

const states = testQuery('select state from mails order by entry', { state: 'text' });

const idOf = (mail: Received) => headersOf(mail).get('message-id')?.[0];
const linkIn = (mail: Received) => /\/portal\/link\/[\w-]+/.exec(partOf(mail, 'text/plain'))?.[0];

/**
 * Kills a service when the first of its mails has arrived, which is never answered.
 *
 * @param ago how long before now what it tells of was changed
 */
async function killWhileSending(
  t: TestContext,
  ago: number,
  change: (write: CompanyWrite) => void,
) {
  const folder = tempFolder(t);
  makeDataFile(folder, { syncs: 1 });
  const file = join(folder, 'engaged.db');
  const killed = Promise.withResolvers<void>();
  const first = Promise.withResolvers<Received>();
  let isFirst = true;
  const server = await startMailServer(t, {
    beforeAnswer: async (mail) => {
      if (!isFirst) return;
      isFirst = false;
      first.resolve(mail);
      await killed.promise;
    },
  });
  const settings = [
    ...['--smtp-url', `smtp://127.0.0.1:${server.port}?tls=none`],
    ...['--mail-from', 'rewards@acme.example', '--public-url', 'http://localhost:8080'],
  ];
  let serving: Serving = await serve(folder, settings);
  t.after(() => serving.stop('SIGKILL'));
  const db = openDataFile(file, { write: true });
  writeCompany(db, { companyId: 1, now: Date.now() - ago, actor: 'test' }, change);
  db.close();
  const unanswered = await first.promise;
  await serving.stop('SIGKILL');
  killed.resolve();
  /** Starts it again, until it has sent the first mail once more, and all others. */
  const sendTheRest = async () => {
    serving = await serve(folder, settings);
    await server.until(3);
    assert.equal(await serving.stop(), 0);
  };
  return { file, server, unanswered, sendTheRest };
}

test('a service that is killed between sending a mail and recording it sends the same mail again', async (t) => {
  const killed = await killWhileSending(t, 0, (write) => {
    for (const name of ['ada', 'grace']) {
      addEmployee(write, { email: `${name}@mail.example`, given_name: name });
      inviteOne(write, `${name}@mail.example`, { by: 'owner' });
    }
  });
  const { file, server, unanswered } = killed;
  assert.equal(readFile(file, findIntegrityFault), undefined);
  assert.deepEqual(
    readFile(file, (one) => one.all(states, {})),
    [{ state: 'waiting' }, { state: 'waiting' }],
  );
  await killed.sendTheRest();
  assert.deepEqual(
    readFile(file, (one) => one.all(states, {})),
    [{ state: 'sent' }, { state: 'sent' }],
  );
  const [, ada, grace] = server.mails;
  assert.ok(ada && grace);
  assert.deepEqual([idOf(ada), linkIn(ada)], [idOf(unanswered), linkIn(unanswered)]);
  assert.deepEqual(grace.to, ['grace@mail.example']);
});

test('a service that is killed tells everybody of everything, and of nothing twice but by the same mail', async (t) => {
  // Long enough ago that nothing more is waited for.
  const killed = await killWhileSending(t, HOUR_MS, (write) => {
    const codes = ['mentor', 'speaker'];
    for (const code of codes)
      defineBadge(write, { code, name: code, category: 'social', rarity: 'rare' });
    for (const name of ['ada', 'grace']) {
      addEmployee(write, { email: `${name}@mail.example`, given_name: name });
      for (const code of codes) awardBadge(write, `${name}@mail.example`, code);
    }
  });
  const { file, server, unanswered } = killed;
  await killed.sendTheRest();
  assert.deepEqual(
    readFile(file, (one) => one.all(states, {})),
    Array(4).fill({ state: 'sent' }),
  );
  const [, ada, grace] = server.mails;
  assert.ok(ada && grace);
  assert.equal(idOf(ada), idOf(unanswered));
  assert.deepEqual(
    server.mails.map(({ to }) => to[0]),
    ['ada@mail.example', 'ada@mail.example', 'grace@mail.example'],
  );
  for (const mail of server.mails) {
    assert.deepEqual(headersOf(mail).get('subject'), ['You have 2 new badges at Acme']);
  }
});
