-- Runs and keys are kept in the order in which they were recorded, by the company's next entry. Times cannot tell
-- it: a request waits for its turn, and clocks are set. What is on record keeps the order of its ids, in which it
-- was listed so far.
alter table api_keys rename to api_keys_by_id;

-- Only a hash of the key is kept. It is looked up before the company is known,
-- which is why its index cannot lead with company_id.
create table api_keys (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  hash blob not null unique check (length(hash) = 32),
  hint text not null,
  name text not null check (length(name) between 1 and 150),
  scopes text not null check (json_valid(scopes)),
  requests_per_minute integer not null check (requests_per_minute between 1 and 1000000),
  created_at integer not null,
  expires_at integer,
  revoked_at integer,
  successor_id text,
  last_used_at integer,
  last_used_from text,
  primary key (company_id, entry),
  unique (company_id, id)
) strict, without rowid;

insert into api_keys (
  company_id, entry, id, hash, hint, name, scopes, requests_per_minute, created_at, expires_at, revoked_at,
  successor_id, last_used_at, last_used_from
)
select
  k.company_id, c.next_entry - 1 + row_number() over (partition by k.company_id order by k.id), k.id, k.hash,
  k.hint, k.name, k.scopes, k.requests_per_minute, k.created_at, k.expires_at, k.revoked_at, k.successor_id,
  k.last_used_at, k.last_used_from
from api_keys_by_id k join companies c using (company_id);

update companies
set next_entry = next_entry + (select count(*) from api_keys k where k.company_id = companies.company_id);

drop table api_keys_by_id;

drop index sync_runs_by_subject;
drop index sync_runs_to_approve;
alter table sync_runs rename to sync_runs_by_id;

-- Every roster sync, whoever sent it, and every revert or approval of one, which names it as `subject_id`.
-- `result` holds the counts and reasons of the answer without any person's values; `changes` what was
-- changed, before and after, person by person. `superseded_by` is the sync that came after one that was
-- stopped and made its set of people a matter of the past. A run does not end before it began.
create table sync_runs (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  kind text not null check (kind in ('sync', 'revert', 'approval')),
  subject_id text,
  superseded_by text,
  source text not null check (source in ('http', 'command_line')),
  actor text not null,
  request_id text,
  started_at integer not null,
  finished_at integer not null,
  outcome text not null check (outcome in ('applied', 'deactivation_blocked', 'failed')),
  result text not null check (json_valid(result)),
  -- Before SQLite 3.45 json_valid(null) was false.
  changes text check (changes is null or json_valid(changes)),
  primary key (company_id, entry),
  unique (company_id, id),
  check ((kind = 'sync') = (subject_id is null)),
  check (finished_at >= started_at)
) strict, without rowid;

insert into sync_runs (
  company_id, entry, id, kind, subject_id, superseded_by, source, actor, request_id, started_at, finished_at,
  outcome, result, changes
)
select
  r.company_id, c.next_entry - 1 + row_number() over (partition by r.company_id order by r.id), r.id, r.kind,
  r.subject_id, r.superseded_by, r.source, r.actor, r.request_id, r.started_at, max(r.started_at, r.finished_at),
  r.outcome, r.result,
  -- What a revert has to know of departments, by the only measure there is: when they were archived.
  json_set(
    r.changes, '$.archivedBefore',
    json((
      select json_group_array(json_array(d.number, d.number)) from departments d
      where d.company_id = r.company_id and d.archived_at < r.started_at
    ))
  )
from sync_runs_by_id r join companies c using (company_id);

update companies
set next_entry = next_entry + (select count(*) from sync_runs r where r.company_id = companies.company_id);

drop table sync_runs_by_id;

create index sync_runs_by_subject
  on sync_runs (company_id, subject_id, entry) where subject_id is not null;

-- The set of people that one stopped run has left to approve; every later sync has to look at it. SQLite 3.37 does
-- not know ->>.
create unique index sync_runs_to_approve on sync_runs (company_id)
  where json_extract(result, '$.deactivation_skipped_reason') = 'limit_exceeded' and superseded_by is null;
