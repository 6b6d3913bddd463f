-- fragment: first_companies
(select company_id, id from companies where mode = 'live' order by company_id limit :companies) c

-- name: list_syncs :many
-- sorts: six rows of each company.
-- The conditions repeat those of the partial index: only then does SQLite seek the last entry in it.
select
  c.id as companyId, k.source, k.outcome, r.entry, r.finished_at as finishedAt,
  coalesce(cast(r.result ->> 'rows' as bigint), 0) as rowsRead,
  case r.outcome
    when 'failed' then coalesce(cast(r.result ->> 'rows' as bigint), 0)
    else (select coalesce(sum(cast(value as bigint)), 0) from json_each(r.result, '$.errors'))
  end as rowsFailed
from {{first_companies}}
cross join (
  select s.value as source, o.value as outcome
  from json_each('["command_line","http"]') s, json_each('["applied","deactivation_blocked","failed"]') o
) k
cross join sync_runs r on r.company_id = c.company_id and r.entry = (
  select max(entry) from sync_runs
  where company_id = c.company_id and kind = 'sync' and source = k.source and outcome = k.outcome
)
order by c.company_id, k.source, k.outcome;

-- name: list_xp_imports :many
select
  c.id as companyId, a.at, coalesce(cast(a.after ->> 'rows' as bigint), 0) as rowsRead,
  (select coalesce(sum(cast(value as bigint)), 0) from json_each(a.after, '$.errors')) as rowsFailed
from {{first_companies}}
join audit_log a on a.company_id = c.company_id and a.entry = (
  select max(entry) from audit_log where company_id = c.company_id and action = 'xp.import'
)
order by c.company_id;

-- name: find_backup :one
select
  last_backup_at as lastBackupAt, last_backup_bytes as lastBackupBytes, created_at as createdAt
from deployment where id = 1;

-- name: record_backup :exec
update deployment set last_backup_at = :at, last_backup_bytes = :bytes where id = 1;
