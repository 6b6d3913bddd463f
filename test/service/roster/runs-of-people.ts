import assert from 'node:assert/strict';
import { listRunsOf } from '../../../src/service/roster/runs/people-of-runs.ts';
import { queryRows } from '../test-company.ts';
import type { Target } from './sync.ts';

const RUNS_AND_PEOPLE = `
with parts as (
  select company_id, entry, id, changes from sync_runs
  union all
  select p.company_id, p.entry, r.id, p.changes
  from sync_run_changes p join sync_runs r on r.company_id = p.company_id and r.entry = p.entry
)
select distinct e.number, r.id, r.entry
from employees e
join parts r on r.company_id = e.company_id
where e.company_id = :companyId
  and (
    exists (select 1 from json_each(changes, '$.updated') u where cast(u.value ->> 'number' as bigint) = e.number)
    or exists (select 1 from json_each(changes, '$.spared') s where cast(s.value ->> 0 as bigint) = e.number)
    or exists (
      select 1 from json_each(changes, '$.created') c
      where e.number between cast(c.value ->> 0 as bigint) and cast(c.value ->> 1 as bigint)
    )
    or exists (
      select 1 from json_each(changes, '$.deactivated') d
      where e.number between cast(d.value ->> 0 as bigint) and cast(d.value ->> 1 as bigint)
    )
    or exists (
      select 1 from json_each(changes, '$.skipped') s
      where s.value ->> 'of' = 'person' and cast(s.value ->> 'number' as bigint) = e.number
    )
    or exists (select 1 from json_each(changes, '$.kept') k where cast(k.value ->> 0 as bigint) = e.number)
    or exists (
      select 1 from json_each(changes, '$.profileDifferences') p where cast(p.value ->> 'number' as bigint) = e.number
    )
  )
order by e.number, r.entry`;

const PARTS_WITHOUT_RUN = `
select p.entry
from sync_run_changes p
left join sync_runs r on r.company_id = p.company_id and r.entry = p.entry
where p.company_id = :companyId and r.entry is null`;

/** Checks that each part of changes has its run. */
export const requireRunsOfParts = ({ db, companyId }: Target): void =>
  assert.deepEqual(queryRows(db, companyId, PARTS_WITHOUT_RUN, { entry: 'integer' }), []);

/** Checks that whom each run is about is on record beside it as in its changes. Says of how many people and runs. */
export function requireRunsOfPeople({ db, companyId }: Target): number {
  const inChanges = queryRows(db, companyId, RUNS_AND_PEOPLE, { number: 'integer', id: 'text' });
  const numbers = queryRows(
    db,
    companyId,
    'select number from employees where company_id = :companyId order by number',
    { number: 'integer' },
  ).map(({ number }) => number);
  const found = numbers.flatMap((number) =>
    listRunsOf(db, { companyId, number }).map((id) => ({ number, id })),
  );
  assert.deepEqual(
    found,
    inChanges.map(({ number, id }) => ({ number, id })),
  );
  requireRunsOfParts({ db, companyId });
  return found.length;
}
