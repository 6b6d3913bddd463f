-- name: begin :exec
insert into roster_holds (company_id, token, revision)
select company_id, :token, revision from companies where company_id = :companyId;

-- name: find :one
select h.token, h.revision, h.run, c.held_until as heldUntil
from roster_holds h join companies c on c.company_id = h.company_id
where h.company_id = :companyId;

-- name: list :many
select h.company_id as companyId, h.token, c.held_until as heldUntil
from roster_holds h join companies c on c.company_id = h.company_id
order by h.company_id;

-- name: set_end :exec
update companies set held_until = :until where company_id = :companyId;

-- name: release_all :exec
-- In a copy, which nobody else changes.
update companies set held_until = null;

-- name: keep_run :exec
update roster_holds set run = :run where company_id = :companyId;

-- name: end :exec
delete from roster_holds where company_id = :companyId;

-- name: list_changed :many
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
