-- The runs that a person is in, so that an export or an erasure of somebody reads those and no others.

-- A row has 50 people, so that a run about a whole company takes few.
create table sync_run_people (
  company_id bigint not null references companies (company_id) deferrable,
  -- The number of an employee / 50.
  block bigint not null check (block >= 0),
  entry bigint not null,
  -- A bit for each of them whom the run is about, by the rest of that division.
  people bigint not null check (people > 0),
  primary key (company_id, block, entry),
  foreign key (company_id, entry) references sync_runs (company_id, entry) on delete cascade deferrable
);

create index sync_run_people_of_run on sync_run_people (company_id, entry);

insert into sync_run_people (company_id, block, entry, people)
select company_id, number / 50, entry, bit_or(1::bigint << (number % 50)::integer)
from (
  select
    r.company_id, r.entry,
    (case when l.key in ('spared', 'kept') then m.value ->> 0 else m.value ->> 'number' end)::bigint as number
  from sync_runs r, jsonb_each(r.changes::jsonb) l, jsonb_array_elements(l.value) m
  where l.key in ('updated', 'spared', 'kept', 'profileDifferences')
    or (l.key = 'skipped' and m.value ->> 'of' = 'person')
  union all
  select r.company_id, r.entry, generate_series((m.value ->> 0)::bigint, (m.value ->> 1)::bigint)
  from sync_runs r, jsonb_each(r.changes::jsonb) l, jsonb_array_elements(l.value) m
  where l.key in ('created', 'deactivated')
) named
group by company_id, entry, number / 50;
