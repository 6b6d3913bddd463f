-- name: list :many
select code, name, is_active as isActive
from kudos_values
where company_id = :companyId
order by entry;

-- name: find :one
select code, name, is_active as isActive from kudos_values where company_id = :companyId and code = :code;

-- name: save :exec
insert into kudos_values (company_id, code, name, entry, is_active)
values (:companyId, :code, :name, :entry, case when :isActive then 1 else 0 end)
on conflict (company_id, code) do update set name = excluded.name, is_active = excluded.is_active;

-- name: swap :exec
-- Two values, each to the place of the other.
update kudos_values
set entry = (
  select sum(v.entry) from kudos_values v where v.company_id = :companyId and v.code in (:code, :other)
) - entry
where company_id = :companyId and code in (:code, :other);
