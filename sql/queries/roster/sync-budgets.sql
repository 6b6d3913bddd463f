-- name: save_window :exec
insert into sync_budgets (company_id, key_id, window_started_at, used)
values (:companyId, :keyId, :windowStartedAt, :used)
on conflict (company_id, key_id) do update set window_started_at = excluded.window_started_at, used = excluded.used;

-- name: find :one
select window_started_at as windowStartedAt, used
from sync_budgets where company_id = :companyId and key_id = :keyId;
