-- Every roster sync, whoever sent it. `result` holds the counts and reasons of the answer without any
-- person's values; `changes` what was changed, before and after, person by person.
create table sync_runs (
  company_id integer not null references companies (company_id),
  id text not null check (length(id) = 36),
  source text not null check (source in ('http', 'command_line')),
  actor text not null,
  request_id text,
  started_at integer not null,
  finished_at integer not null,
  outcome text not null check (outcome in ('applied', 'deactivation_blocked', 'failed')),
  result text not null check (json_valid(result)),
  changes text check (json_valid(changes)),
  primary key (company_id, id)
) strict, without rowid;

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
