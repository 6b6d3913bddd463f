-- name: define :exec
insert into badges (company_id, code, name, description, category, rarity, icon_url, created_at)
values (:companyId, :code, :name, :description, :category, :rarity, :iconUrl, :now)
on conflict (company_id, code) do update
set name = excluded.name, description = excluded.description, category = excluded.category,
    rarity = excluded.rarity, icon_url = excluded.icon_url;

-- name: find :one
select code, name, description, category, rarity, icon_url as iconUrl, created_at as createdAt
from badges
where company_id = :companyId and code = :code;

-- name: list :many
select code, name, description, category, rarity, icon_url as iconUrl, created_at as createdAt
from badges
where company_id = :companyId
order by code;

-- name: list_holder_counts :many
select badge_code as code, count(*) as holders
from badge_awards
where company_id = :companyId and revoked_at is null
group by badge_code;

-- name: award :exec
insert into badge_awards (company_id, employee_number, entry, badge_code, awarded_at)
values (:companyId, :employeeNumber, :entry, :code, :awardedAt);

-- name: find_held :one
select entry, awarded_at as awardedAt
from badge_awards
where company_id = :companyId and employee_number = :employeeNumber and badge_code = :code
  and revoked_at is null;

-- name: revoke :exec
update badge_awards set revoked_at = :now
where company_id = :companyId and employee_number = :employeeNumber and entry = :entry;

-- name: count_held :one
select count(*) as count
from badge_awards
where company_id = :companyId and employee_number = :employeeNumber and revoked_at is null;

-- name: list_json_held :many
select
  a.awarded_at as awardedAt, a.entry,
  json_object(
    'code', b.code,
    'name', b.name,
    'description', b.description,
    'category', b.category,
    'rarity', b.rarity,
    'icon_url', b.icon_url,
    'awarded_at', strftime('%Y-%m-%dT%H:%M:%S', a.awarded_at / 1000, 'unixepoch')
      || printf('.%03dZ', a.awarded_at % 1000)
  ) as json
from badge_awards a
join badges b on b.company_id = a.company_id and b.code = a.badge_code
where a.company_id = :companyId and a.employee_number = :employeeNumber and a.revoked_at is null
  and (a.awarded_at, a.entry) < (:awardedAt, :entry)
order by a.awarded_at desc, a.entry desc
limit :count;
