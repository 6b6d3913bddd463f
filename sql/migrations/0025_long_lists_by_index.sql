-- A search in a table without rowid reads whole rows that it passes, and what a run changed may be megabytes long.
drop index sync_runs_by_source;
drop index sync_runs_by_subject;
drop index sync_runs_to_approve;
alter table sync_runs rename to sync_runs_before;

create table sync_runs (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  kind text not null check (kind in ('sync', 'revert', 'approval')),
  subject_id text,
  superseded_by text,
  source text not null check (source in ('http', 'command_line', 'portal')),
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
) strict;

insert into sync_runs (
  company_id, entry, id, kind, subject_id, superseded_by, source, actor, request_id, started_at, finished_at,
  outcome, result, changes
)
select
  company_id, entry, id, kind, subject_id, superseded_by, source, actor, request_id, started_at, finished_at,
  outcome, result, changes
from sync_runs_before;

drop table sync_runs_before;

create index sync_runs_by_source on sync_runs (company_id, source, outcome, entry) where kind = 'sync';

create index sync_runs_by_subject
  on sync_runs (company_id, subject_id, entry) where subject_id is not null;

create unique index sync_runs_to_approve on sync_runs (company_id)
  where json_extract(result, '$.deactivation_skipped_reason') = 'limit_exceeded' and superseded_by is null;

-- What is added later comes last in each of these, so that awards and syncs pay next to nothing for them.
create index audit_log_by_action on audit_log (company_id, action, entry);
drop index audit_log_xp_imports;
create index audit_log_by_actor on audit_log (company_id, actor, entry);
create index audit_log_by_time on audit_log (company_id, at, entry);

-- People are too many.
create index audit_log_by_target on audit_log (company_id, target_id, entry) where target_kind <> 'employee';

create index portal_accounts_by_own_role on portal_accounts (company_id, entry) where role is not null;
