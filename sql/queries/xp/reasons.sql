-- name: list_newest :many
select reason, employee_number as employeeNumber, amount
from xp_ledger
where company_id = :companyId
order by counts_at desc, employee_number desc, entry desc
limit :count;
