-- name: find_rule :one
select coins_per_100_xp as perHundred, coins_for_xp_since as since from companies where company_id = :companyId;

-- name: set_rule :exec
-- A company and its sandbox, each from its own next entry on.
update companies set coins_per_100_xp = :perHundred, coins_for_xp_since = next_entry
where company_id = :companyId or live_company_id = :companyId;

-- name: begin_again :exec
update companies set coins_for_xp_since = next_entry where company_id = :companyId;

-- name: list :many
select x.employee_number as employeeNumber, x.xp, x.owed
from json_each(:numbers) n
cross join xp_coins x on x.company_id = :companyId and x.employee_number = n.value
where x.since = :since;

-- name: save_all :exec
insert into xp_coins (company_id, employee_number, since, xp, owed)
select :companyId, employeeNumber, since, xp, owed
from rows(:people) given
where true
on conflict (company_id, employee_number) do update set since = excluded.since, xp = excluded.xp, owed = excluded.owed;

-- name: delete_all :exec
-- scans xp_coins: a sandbox is reset, or a company deleted.
delete from xp_coins where company_id = :companyId;
