-- name: begin :exec
insert into roster_holds (company_id, token, revision)
select company_id, :token, revision from companies where company_id = :companyId;

-- name: find :one
select h.token, c.held_until as heldUntil
from companies c left join roster_holds h on h.company_id = c.company_id
where c.company_id = :companyId and (h.company_id is not null or c.held_until is not null);

-- name: find_run :one
select revision, run from roster_holds where company_id = :companyId;

-- name: list :many
-- Also a company whose hold was lost.
select c.company_id as companyId, c.name, h.token, c.held_until as heldUntil
from companies c left join roster_holds h on h.company_id = c.company_id
where h.company_id is not null or c.held_until is not null
order by c.company_id;

-- name: set_end :exec
update companies set held_until = :until where company_id = :companyId;

-- name: keep_run :exec
update roster_holds set run = :run where company_id = :companyId;

-- name: end :exec
delete from roster_holds where company_id = :companyId;

-- name: list_changed :many
-- spans employees, sorts: the people of one run.
-- The numbers of those among some people who were changed after a revision.
select e.number
from rows(:ranges) range
cross join employees e
where e.company_id = :companyId and e.number between range.first and range.last and e.revision > :revision
order by e.number;

-- name: find_counters :one
-- The greatest numbers of people and departments so far.
select next_employee - 1 as lastEmployee, next_department - 1 as lastDepartment
from companies where company_id = :companyId;
