import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventWaits } from '../../src/http/api/events/event-waits.ts';
import { SnapshotReads } from '../../src/store/postgres/snapshot-reads.ts';
import { createTestCompany } from '../service/test-company.ts';
import { usePostgres } from '../store/postgres-server.ts';

test('who waits for events reads again once a connection was lost, because the next server may lack events', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const company = createTestCompany(t, server);
  const db = new SnapshotReads(company.file);
  t.after(() => db.close());
  const waits = new EventWaits(db);
  const request = { waited: 0, isAllowed: async () => true, onLeave: () => {} };
  const awaited = { companyId: company.companyId, keyId: 'k', types: null, timeout: 3_600_000 };
  await db.refreshSnapshot();
  const until = waits.until(request, { ...awaited, after: 1_000 });
  assert.equal(waits.count, 1);
  company.db.execute(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await until;
  assert.equal(waits.count, 0);
});
