-- name: keep_xp_decisions :exec
-- scans xp_ledger: a sandbox is reset.
-- What a ledger says about awards goes into the log before the ledger goes.
insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id)
select company_id, entry, at, actor, action, 'employee', employeeId
from (
  select l.company_id, {{xp_award}} from xp_ledger l {{with_people}}
  where l.company_id = :companyId and l.total is not null
) awarded;

-- name: keep_coin_decisions :exec
-- scans coin_ledger: a sandbox is reset.
insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id)
select company_id, entry, at, actor, action, 'employee', employeeId
from (
  select l.company_id, {{coin_award}} from coin_ledger l {{with_people}}
  where l.company_id = :companyId and l.total is not null
) awarded;

-- name: delete_standings_blocks :exec
-- scans standings_blocks: a sandbox is reset.
delete from standings_blocks where company_id = :companyId;

-- name: delete_contests :exec
delete from contests where company_id = :companyId;

-- name: delete_closed_months :exec
delete from closed_months where company_id = :companyId;

-- name: delete_redemptions :exec
-- scans redemptions: a sandbox is reset.
delete from redemptions where company_id = :companyId;

-- name: delete_shop_items :exec
delete from shop_items where company_id = :companyId;

-- name: delete_gift_lines :exec
-- scans gift_lines: a sandbox is reset.
delete from gift_lines where company_id = :companyId;

-- name: delete_gifts :exec
-- scans gifts: a sandbox is reset.
delete from gifts where company_id = :companyId;

-- name: delete_kudos_settings :exec
delete from kudos_settings where company_id = :companyId;

-- name: delete_kudos_allowances :exec
delete from kudos_allowances where company_id = :companyId;

-- name: delete_kudos_parts :exec
-- scans kudos_parts: a sandbox is reset.
delete from kudos_parts where company_id = :companyId;

-- name: delete_kudos_value_months :exec
delete from kudos_value_months where company_id = :companyId;

-- name: delete_kudos_months :exec
delete from kudos_months where company_id = :companyId;

-- name: delete_kudos_pairs :exec
-- scans kudos_pairs: a sandbox is reset.
delete from kudos_pairs where company_id = :companyId;

-- name: delete_kudos_spent :exec
-- scans kudos_spent: a sandbox is reset.
delete from kudos_spent where company_id = :companyId;

-- name: delete_kudos_decisions :exec
-- scans kudos_decisions: a sandbox is reset.
delete from kudos_decisions where company_id = :companyId;

-- name: delete_kudos_reports :exec
-- scans kudos_reports: a sandbox is reset.
delete from kudos_reports where company_id = :companyId;

-- name: delete_kudos_reaction_counts :exec
-- scans kudos_reaction_counts: a sandbox is reset.
delete from kudos_reaction_counts where company_id = :companyId;

-- name: delete_kudos_reactions :exec
-- scans kudos_reactions: a sandbox is reset.
delete from kudos_reactions where company_id = :companyId;

-- name: delete_kudos_departments :exec
-- scans kudos_departments: a sandbox is reset.
delete from kudos_departments where company_id = :companyId;

-- name: delete_kudos_receivers :exec
-- scans kudos_receivers: a sandbox is reset.
delete from kudos_receivers where company_id = :companyId;

-- name: delete_kudos_posts :exec
-- scans kudos_posts: a sandbox is reset.
delete from kudos_posts where company_id = :companyId;

-- name: delete_kudos_values :exec
delete from kudos_values where company_id = :companyId;

-- name: delete_badge_awards :exec
-- scans badge_awards: a sandbox is reset.
delete from badge_awards where company_id = :companyId;

-- name: delete_badges :exec
delete from badges where company_id = :companyId;

-- name: delete_coin_entries :exec
-- scans coin_ledger: a sandbox is reset.
delete from coin_ledger where company_id = :companyId;

-- name: delete_xp_entries :exec
-- scans xp_ledger: a sandbox is reset.
delete from xp_ledger where company_id = :companyId;

-- name: delete_xp_months :exec
-- scans xp_months: a sandbox is reset.
delete from xp_months where company_id = :companyId;

-- name: delete_employees :exec
-- scans employees: a sandbox is reset.
delete from employees where company_id = :companyId;

-- name: delete_departments :exec
delete from departments where company_id = :companyId;

-- name: delete_run_changes :exec
-- scans sync_run_changes: a sandbox is reset.
delete from sync_run_changes where company_id = :companyId;

-- name: delete_sync_runs :exec
-- scans sync_runs: a sandbox is reset.
delete from sync_runs where company_id = :companyId;

-- name: erase_audit_values :exec
-- scans audit_log: a sandbox is reset.
update audit_log set before = null, after = null
where company_id = :companyId and target_kind in ('employee', 'redemption')
  and (before is not null or after is not null);

-- name: reset_numbering :exec
update companies
set generation = generation + 1, next_employee = 1, next_department = 1
where company_id = :companyId and mode = 'test';
