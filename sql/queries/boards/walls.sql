-- fragment: wall_record
w.company_id as companyId, w.entry, w.id, w.title, w.period, w.department_number as departmentNumber,
d.name as departmentName, w.row_count as rowCount, w.language, w.shows, w.created_at as createdAt

-- fragment: wall_department
left join departments d on d.company_id = w.company_id and d.number = w.department_number

-- name: create :exec
insert into walls (
  company_id, entry, id, token_hash, title, period, department_number, row_count, language, shows, created_at
)
values (
  :companyId, :entry, :id, :tokenHash, :title, :period, :departmentNumber, :rowCount, :language, :shows, :now
);

-- name: list :many
select {{wall_record}}
from walls w
{{wall_department}}
where w.company_id = :companyId
order by w.entry;

-- name: find_by_token :one
select {{wall_record}}, c.name as companyName, c.mode = 'test' as isSandbox
from walls w
join companies c on c.company_id = w.company_id
{{wall_department}}
where w.token_hash = :tokenHash;

-- name: move_department :exec
update walls set department_number = :into
where company_id = :companyId and department_number = :from;

-- name: delete_one :exec
delete from walls where company_id = :companyId and entry = :entry;

-- name: delete_all :exec
delete from walls where company_id = :companyId;
