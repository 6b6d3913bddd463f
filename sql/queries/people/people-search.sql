-- fragment: texts_of_people
-- A line for each text that a search looks at.
select
  e.number,
  case
    when :byNameOnly then coalesce(e.account_name, e.given_name)
    else concat_ws(char(10), e.account_name, e.given_name, e.email, e.external_id)
  end as texts

-- fragment: matches_list
e.company_id = :companyId and e.number < :before and e.erased_at is null
and (:active is null or (e.deactivated_at is null) = :active)
and (not :inDepartments or e.department_number in (select value from json_each(:departments)))

-- name: list_texts :many
-- spans employees: a part of a text may be in any name. The ranker thread looks for it, and stops at a full page.
{{texts_of_people}}
from employees e
where {{matches_list}}
order by e.number desc;

-- name: list_texts_with_role :many
-- scans employees, sorts: people with a role, or out of the ordinary otherwise.
{{texts_of_people}}
from employees e indexed by employees_out_of_the_ordinary
where {{matches_list}} and {{is_exception}} and (e.is_admin = 1 or e.portal_role is not null)
order by e.number desc;

-- name: list_rows :many
-- sorts: the people of one page.
select
  e.number, e.id, e.external_id as externalId, e.email, coalesce(e.account_name, e.given_name) as name,
  d.name as departmentName, {{details: e.COLUMN as FIELD}}, e.is_admin as isAdmin, e.portal_role as portalRole,
  e.deactivated_at as deactivatedAt, e.xp, e.created_at as createdAt, {{has_email}} as hasEmail,
  coalesce(
    (
      select m.xp from xp_months m
      where m.company_id = e.company_id and m.employee_number = e.number and m.month = :month
    ),
    0
  ) as monthXp
from json_each(:numbers) n
cross join employees e on e.company_id = :companyId and e.number = n.value
{{with_department}}
where e.erased_at is null
order by e.number desc;

-- name: list_months :many
select month, xp
from xp_months
where company_id = :companyId and employee_number = :employeeNumber and month >= :first
order by month;
