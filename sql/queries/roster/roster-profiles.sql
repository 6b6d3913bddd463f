-- fragment: roster_profile
name, reading, created_at as createdAt, used_at as usedAt

-- name: list :many
select {{roster_profile}} from roster_profiles where company_id = :companyId order by name;

-- name: find :one
select {{roster_profile}} from roster_profiles where company_id = :companyId and name = :name;

-- name: save :exec
insert into roster_profiles (company_id, name, reading, created_at) values (:companyId, :name, :reading, :now)
on conflict (company_id, name) do update set reading = excluded.reading;

-- name: rename :exec
update roster_profiles set name = :to where company_id = :companyId and name = :name;

-- name: note_used :exec
update roster_profiles set used_at = :now where company_id = :companyId and name = :name;

-- name: delete_one :exec
delete from roster_profiles where company_id = :companyId and name = :name;

-- name: delete_all :exec
delete from roster_profiles where company_id = :companyId;
