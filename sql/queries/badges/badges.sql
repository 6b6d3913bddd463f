-- fragment: icon_address
case when substr(icon_url, 1, 8) = '/images/' then :site || icon_url else icon_url end

-- fragment: badge_record
select code, name, description, category, rarity, icon_url as iconUrl,
  xp_threshold as xpThreshold, holders
from badges

-- name: define :exec
insert into badges (company_id, code, name, description, category, rarity, icon_url, created_at)
values (:companyId, :code, :name, :description, :category, :rarity, :iconUrl, :now)
on conflict (company_id, code) do update
set name = excluded.name, description = excluded.description, category = excluded.category,
    rarity = excluded.rarity, icon_url = excluded.icon_url;

-- name: find :one
{{badge_record}}
where company_id = :companyId and code = :code;

-- name: list :many
{{badge_record}}
where company_id = :companyId
order by code;

-- name: count :one
select count(*) as count from badges where company_id = :companyId;

-- name: award :exec
insert into badge_awards (company_id, employee_number, entry, badge_code, awarded_at)
values (:companyId, :employeeNumber, :entry, :code, :awardedAt);

-- name: award_all :exec
insert into badge_awards (company_id, employee_number, entry, badge_code, awarded_at)
select :companyId, employeeNumber, entry, :code, awardedAt
from rows(:awards) given;

-- name: list_holders :many
select n.value as employeeNumber
from json_each(:numbers) n
where exists (
  select 1 from badge_awards a
  where a.company_id = :companyId and a.employee_number = n.value and a.badge_code = :code
    and a.revoked_at is null
);

-- name: list_active_holders :many
select
  e.number, e.id, e.external_id as externalId, e.email, coalesce(e.account_name, e.given_name) as name, d.name as departmentName,
  a.awarded_at as awardedAt
from badge_awards a indexed by badge_awards_held
cross join employees e on e.company_id = a.company_id and e.number = a.employee_number
{{with_department}}
where a.company_id = :companyId and a.badge_code = :code and a.employee_number < :before
  and a.revoked_at is null and e.deactivated_at is null
order by a.employee_number desc
limit :count;

-- name: set_threshold :exec
update badges set xp_threshold = :xpThreshold where company_id = :companyId and code = :code;

-- name: list_rules :many
select code, xp_threshold as xpThreshold
from badges
where company_id = :companyId and xp_threshold is not null
order by code;

-- fragment: eligible_people
-- A revoked award counts too: a rule never restores what an operator revoked.
from employees e
where e.company_id = :companyId and e.deactivated_at is null and e.xp >= :xpThreshold
  and not exists (
    select 1 from badge_awards a
    where a.company_id = e.company_id and a.employee_number = e.number and a.badge_code = :code
  )

-- name: list_eligible :many
-- scans employees: a rule is about everybody, once, when it is made.
select e.number as employeeNumber
{{eligible_people}}
order by e.number;

-- name: count_eligible :one
-- scans employees: a rule is about everybody. The ranker thread counts.
select count(*) as count
{{eligible_people}};

-- name: list_ever_awarded :many
select a.employee_number as employeeNumber, a.badge_code as code
from json_each(:numbers) n cross join badge_awards a
where a.company_id = :companyId and a.employee_number = n.value;

-- name: find_held :one
select entry, awarded_at as awardedAt
from badge_awards
where company_id = :companyId and employee_number = :employeeNumber and badge_code = :code
  and revoked_at is null;

-- name: list_held_among :many
-- Those of some awards that are in force.
select a.employee_number as employeeNumber, a.entry, a.badge_code as code
from rows(:awards) given
cross join badge_awards a
  on a.company_id = :companyId and a.employee_number = given.employeeNumber and a.entry = given.entry
where a.revoked_at is null;

-- name: revoke :exec
update badge_awards set revoked_at = :now
where company_id = :companyId and employee_number = :employeeNumber and entry = :entry;

-- name: count_held :one
select count(*) as count
from badge_awards
where company_id = :companyId and employee_number = :employeeNumber and revoked_at is null;

-- name: list_json_held :many
-- sorts: the badges of one person. The plus keeps SQLite from reading those of everybody by day.
select
  a.awarded_at as awardedAt, a.entry,
  json_object(
    'code', b.code,
    'name', b.name,
    'description', b.description,
    'category', b.category,
    'rarity', b.rarity,
    'icon_url', {{icon_address}},
    'awarded_at', iso_time(a.awarded_at)
  ) as json
from badge_awards a
join badges b on b.company_id = a.company_id and b.code = a.badge_code
where a.company_id = :companyId and a.employee_number = :employeeNumber and a.revoked_at is null
  and (+a.awarded_at, a.entry) < (:awardedAt, :entry)
order by a.awarded_at desc, a.entry desc
limit :count;

-- name: list_json :many
select
  code,
  json_object(
    'code', code,
    'name', name,
    'description', description,
    'category', category,
    'rarity', rarity,
    'icon_url', {{icon_address}},
    'xp_threshold', xp_threshold,
    'holders_count', holders
  ) as json
from badges
where company_id = :companyId and code > :after
order by code
limit :count;
