-- name: record :exec
insert into deleted_companies (company_id, id, mode, deleted_at, actor)
select company_id, id, mode, :now, :actor
from companies where company_id = :companyId or live_company_id = :companyId;

-- name: defer_references :exec
-- The references to the company are checked when the transaction ends: a row that is left makes it fail.
pragma defer_foreign_keys = on;

-- name: delete_company :exec
-- The company goes before its ledgers, whose entries are never deleted while their company is live.
delete from companies where company_id = :companyId;

-- name: delete_keys :exec
delete from api_keys where company_id = :companyId;

-- name: delete_audit_log :exec
-- scans audit_log: a company is deleted.
delete from audit_log where company_id = :companyId;

-- name: delete_award_actors :exec
delete from award_actors where company_id = :companyId;

-- name: delete_sso_domains :exec
delete from sso_domains where company_id = :companyId;

-- name: delete_no_email_domains :exec
delete from no_email_domains where company_id = :companyId;

-- name: delete_sync_budgets :exec
delete from sync_budgets where company_id = :companyId;

-- name: list :many
select id, deleted_at as deletedAt, actor
from deleted_companies
where mode = 'live'
order by deleted_at, company_id;
