-- name: create :exec
insert into deployment (id, cursor_key, created_at) values (1, :cursorKey, :now);

-- name: find :one
select cursor_key as cursorKey from deployment where id = 1;

-- name: record_service :exec
update deployment set address = :address, served_by = :version, sends_mail = :sendsMail
where id = 1
  and (
    address is distinct from :address or served_by is distinct from :version
    or sends_mail is distinct from :sendsMail
  );

-- name: find_sends_mail :one
select sends_mail as sendsMail from deployment where id = 1;

-- name: find_version :one
select served_by as version from deployment where id = 1;

-- name: find_address :one
select address from deployment where id = 1;

-- name: find_deletion_time :one
select deleted_as_of as at from deployment where id = 1;

-- name: record_deletion_time :exec
update deployment set deleted_as_of = :at where id = 1;

-- name: latest_record :one
-- scans audit_log, scans coin_ledger, scans sync_runs, scans xp_ledger: max takes the last one of each index.
-- Whatever else is recorded comes with a decision, an award or a run.
select coalesce(max(at), 0) as at from (
  select max(created_at) as at from companies
  union all select max(finished_at) from sync_runs
  union all
    select max((select max(at) from audit_log where audit_log.company_id = companies.company_id)) from companies
  union all
    select max((
      select max(recorded_at) from xp_ledger l where l.company_id = companies.company_id and l.total is not null
    )) from companies
  union all
    select max((
      select max(recorded_at) from coin_ledger l where l.company_id = companies.company_id and l.total is not null
    )) from companies
) latest;

-- name: note_slack :exec
update deployment set slack_state = :state, slack_since = :since, slack_reason = :reason
where id = 1 and (
  slack_state is distinct from :state or slack_since is distinct from :since or slack_reason is distinct from :reason
);

-- name: find_slack :one
select slack_state as state, slack_since as since, slack_reason as reason
from deployment
where id = 1 and slack_state is not null;
