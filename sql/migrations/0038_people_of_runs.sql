-- The runs that a person is in, so that an export or an erasure of somebody reads those and no others.

-- A row has 50 people, so that a run about a whole company takes few.
create table sync_run_people (
  company_id integer not null references companies (company_id),
  -- The number of an employee / 50.
  block integer not null check (block >= 0),
  entry integer not null,
  -- A bit for each of them whom the run is about, by the rest of that division.
  people integer not null check (people > 0),
  primary key (company_id, block, entry),
  foreign key (company_id, entry) references sync_runs (company_id, entry) on delete cascade
) strict, without rowid;

create index sync_run_people_of_run on sync_run_people (company_id, entry);

insert into sync_run_people (company_id, block, entry, people)
select company_id, number / 50, entry, sum(distinct 1 << number % 50)
from (
  select
    r.company_id, r.entry,
    case l.key when 'spared' then m.value ->> 0 when 'kept' then m.value ->> 0 else m.value ->> 'number' end as number
  from sync_runs r, json_each(r.changes) l, json_each(l.value) m
  where l.key in ('updated', 'spared', 'kept', 'profileDifferences')
    or (l.key = 'skipped' and m.value ->> 'of' = 'person')
) named
group by company_id, entry, number / 50;

-- Nobody is in two ranges of one list.
insert into sync_run_people (company_id, block, entry, people)
select company_id, block, entry, sum((1 << min(last - block * 50, 49) + 1) - (1 << max(first - block * 50, 0)))
from (
  with recursive ranges (company_id, entry, list, block, first, last) as (
    select r.company_id, r.entry, l.key, (m.value ->> 0) / 50, m.value ->> 0, m.value ->> 1
    from sync_runs r, json_each(r.changes) l, json_each(l.value) m
    where l.key in ('created', 'deactivated')
    union all
    select company_id, entry, list, block + 1, first, last from ranges where block < last / 50
  )
  select company_id, entry, list, block, first, last from ranges
) spread
where true
group by company_id, block, entry, list
on conflict do update set people = people | excluded.people;
