-- Every roster sync, whoever sent it, and every revert or approval of one, which names it as `subject_id`.
-- `result` holds the counts and reasons of the answer without any person's values; `changes` what was
-- changed, before and after, person by person. `superseded_by` is the sync that came after one that was
-- stopped and made its set of people a matter of the past.
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
  changes text check (json_valid(changes)),
  primary key (company_id, id),
  check ((kind = 'sync') = (subject_id is null))
) strict, without rowid;

create index sync_runs_by_subject on sync_runs (company_id, subject_id) where subject_id is not null;

-- The set of people that one stopped run has left to approve; every later sync has to look at it.
create unique index sync_runs_to_approve on sync_runs (company_id)
  where result ->> '$.deactivation_skipped_reason' = 'limit_exceeded' and superseded_by is null;

-- The hourly budget of a key: one window at a time, so that it outlives a restart.
create table sync_budgets (
  company_id integer not null references companies (company_id),
  key_id text not null,
  window_started_at integer not null,
  used integer not null check (used >= 0),
  primary key (company_id, key_id)
) strict, without rowid;

-- Every decision of an operator: who, when, what, on whom, and the state before and after.
create table audit_log (
  company_id integer not null references companies (company_id),
  entry integer not null,
  at integer not null,
  actor text not null,
  action text not null,
  target_kind text not null,
  target_id text,
  before text check (json_valid(before)),
  after text check (json_valid(after)),
  primary key (company_id, entry)
) strict, without rowid;
