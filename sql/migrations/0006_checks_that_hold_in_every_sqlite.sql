-- Before SQLite 3.45 json_valid(null) was false, and 3.37 does not know ->>: such a SQLite found fault with every
-- healthy file, or could not open it. The two tables are made anew, because a check cannot be altered.
alter table audit_log rename to audit_log_before;

create table audit_log (
  company_id integer not null references companies (company_id),
  entry integer not null,
  at integer not null,
  actor text not null,
  action text not null,
  target_kind text not null,
  target_id text,
  before text check (before is null or json_valid(before)),
  after text check (after is null or json_valid(after)),
  primary key (company_id, entry)
) strict, without rowid;

insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id, before, after)
select company_id, entry, at, actor, action, target_kind, target_id, before, after from audit_log_before;

drop table audit_log_before;

alter table sync_runs rename to sync_runs_before;

create table sync_runs (
  company_id integer not null references companies (company_id),
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
  changes text check (changes is null or json_valid(changes)),
  primary key (company_id, id),
  check ((kind = 'sync') = (subject_id is null))
) strict, without rowid;

insert into sync_runs (
  company_id, id, kind, subject_id, superseded_by, source, actor, request_id, started_at, finished_at, outcome,
  result, changes
)
select
  company_id, id, kind, subject_id, superseded_by, source, actor, request_id, started_at, finished_at, outcome,
  result, changes
from sync_runs_before;

-- Its indexes go with it, and free their names.
drop table sync_runs_before;

create index sync_runs_by_subject on sync_runs (company_id, subject_id) where subject_id is not null;

create unique index sync_runs_to_approve on sync_runs (company_id)
  where json_extract(result, '$.deactivation_skipped_reason') = 'limit_exceeded' and superseded_by is null;
