-- name: find :one
select c.unwanted_mail as ofCompany, e.unwanted_mail as ofEmployee
from employees e
join companies c on c.company_id = e.company_id
where e.company_id = :companyId and e.number = :employeeNumber and e.erased_at is null;

-- name: set :exec
update employees set unwanted_mail = :unwanted where company_id = :companyId and number = :employeeNumber;
