-- name: erase_employee :exec
-- No address has the form of the placeholder, so no roster and no command can match it.
update employees
set external_id = null, email = 'erased:' || id, email_key = 'erased:' || id, given_name = 'Former member',
    account_name = null, shown_as = null, nickname = null, nickname_key = null, department_number = null, {{details: COLUMN = null}},
    deactivated_at = coalesce(deactivated_at, :now), deactivated_by = 'portal', deactivated_by_directory = 0,
    deactivation_reason = null,
    erased_at = :now, revision = :revision
where company_id = :companyId and number = :number;

-- name: erase_xp_texts :exec
update xp_ledger set reason = null, once_key = null
where company_id = :companyId and employee_number = :number
  and (reason is not null or once_key is not null);

-- name: erase_coin_texts :exec
update coin_ledger set reason = null, once_key = null
where company_id = :companyId and employee_number = :number
  and (reason is not null or once_key is not null);

-- name: erase_gift_texts :exec
update gift_lines indexed by gift_lines_by_person
set reason = null
where company_id = :companyId and employee_number = :number and reason is not null;

-- name: erase_gift_references :exec
update gift_lines indexed by gift_lines_by_said
set said = null, said_key = null
where company_id = :companyId and said_key in (select value from json_each(:keys));

-- name: erase_redemption_texts :exec
update redemptions indexed by redemptions_by_employee
set once_key = null, reason = null
where company_id = :companyId and employee_number = :number
  and (once_key is not null or reason is not null);

-- fragment: kudos_of_person
(
  select entry from kudos_posts indexed by kudos_posts_by_giver
  where company_id = :companyId and giver_number = :number
  union all
  select post from kudos_receivers indexed by kudos_receivers_by_person
  where company_id = :companyId and employee_number = :number
)

-- name: erase_kudos_received :exec
-- A message is about those whom it thanks.
update kudos_posts set message = null, once_key = null
where company_id = :companyId
  and entry in (
    select post from kudos_receivers indexed by kudos_receivers_by_person
    where company_id = :companyId and employee_number = :number
  );

-- name: erase_kudos_given :exec
-- What somebody wrote about others stays, unless it names them.
update kudos_posts indexed by kudos_posts_by_giver
set once_key = null,
    message = case
      when exists (
        select 1 from json_each(:names) n where instr(message, n.value) > 0 or instr(lower(message), n.value) > 0
      ) then null
      else message
    end
where company_id = :companyId and giver_number = :number;

-- name: erase_kudos_reports :exec
-- By the person, and about what they gave or got.
update kudos_reports set reason = null
where company_id = :companyId and reason is not null and post in (
  select post from kudos_reports indexed by kudos_reports_by_person
  where company_id = :companyId and employee_number = :number
  union all
  select entry from {{kudos_of_person}} own
);

-- name: erase_kudos_decisions :exec
update kudos_decisions set reason = null
where company_id = :companyId and reason is not null and post in {{kudos_of_person}};

-- name: erase_audit_values :exec
update audit_log indexed by audit_log_by_target
set before = null, after = null
where company_id = :companyId and target_id = :id and target_kind = 'employee';

-- name: erase_redemption_reasons :exec
update audit_log indexed by audit_log_by_target
set before = json_replace(before, '$.reason', null), after = json_replace(after, '$.reason', null)
where company_id = :companyId and target_kind = 'redemption'
  and target_id in {{redemptions_of_person}};

-- name: set_changes :exec
update sync_runs set changes = :changes where company_id = :companyId and id = :id;

-- name: set_part :exec
update sync_run_changes set changes = :changes where company_id = :companyId and entry = :entry and part = :part;

-- name: note_remnants :exec
-- Never the same value twice, so that a rewrite never clears the mark of an erasure that came after it.
update deployment set remnants_at = max(:now, coalesce(remnants_at + 1, 0));

-- name: clear_remnants :exec
update deployment set remnants_at = null where remnants_at = :at;

-- name: find_remnants :one
select remnants_at as at from deployment;
