-- name: find_of_employee :one
select c.unwanted_mail as ofCompany, e.unwanted_mail as ofReceiver
from employees e
join companies c on c.company_id = e.company_id
where e.company_id = :companyId and e.number = :number and e.erased_at is null;

-- name: find_of_account :one
select c.unwanted_mail as ofCompany, a.unwanted_mail as ofReceiver
from portal_accounts a
join companies c on c.company_id = a.company_id
where a.company_id = :companyId and a.entry = :number;

-- name: set_of_employee :exec
update employees set unwanted_mail = :unwanted where company_id = :companyId and number = :number;

-- name: set_of_account :exec
update portal_accounts set unwanted_mail = :unwanted where company_id = :companyId and entry = :number;
