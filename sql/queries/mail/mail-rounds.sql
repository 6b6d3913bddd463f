-- name: list :many
-- sorts: companies are few.
-- Who has got least far comes first; who is held has their turn afterwards.
select c.company_id as companyId, c.time_zone as zone, r.began_at as beganAt, r.told_to as toldTo
from companies c
left join mail_rounds r on r.company_id = c.company_id and r.kind = :kind
where c.mode = 'live' and c.held_until is null and instr(c.unwanted_mail, :kind) = 0
order by coalesce(r.told_to, 0), c.company_id;

-- name: list_gifts :many
-- scans gifts, sorts: few are so large.
-- Gifts of badges with more lines whose people were not told, or not all of them.
select g.company_id as companyId, g.entry as gift, g.finished_at as finishedAt,
  case when r.began_at = g.finished_at then r.told_to else 0 end as toldTo
from gifts g
join companies c on c.company_id = g.company_id
left join mail_rounds r on r.company_id = g.company_id and r.kind = 'gift'
where g.lines > :moreThan and g.badges > 0 and g.undo_began_at is null and g.finished_at > :since
  and (r.began_at is null or g.finished_at > r.began_at or g.finished_at = r.began_at and r.told_to is not null)
  and c.mode = 'live' and c.held_until is null and instr(c.unwanted_mail, 'badge') = 0
order by g.finished_at, g.entry;

-- name: list_awarded :many
-- The lines of a gift after one, with the badges that they gave.
select line, employee_number as number, case when state = 'given' and badge_entry is not null then badge_code end as badge
from gift_lines
where company_id = :companyId and gift = :gift and line > :after
order by line
limit :count;

-- name: list_blocked :many
-- Those of which nobody was told yet, and of which a company has one at most. The conditions repeat those of the partial index.
select b.company_id as companyId, cast(b.result ->> 'deactivation_candidates_total' as bigint) as people,
  b.finished_at as finishedAt
from sync_runs b
join companies c on c.company_id = b.company_id
left join mail_rounds r on r.company_id = b.company_id and r.kind = 'blocked'
where json_extract(b.result, '$.deactivation_skipped_reason') = 'limit_exceeded' and b.superseded_by is null
  and b.finished_at > :since and b.finished_at > coalesce(r.began_at, 0)
  and c.mode = 'live' and c.held_until is null and instr(c.unwanted_mail, 'blocked') = 0;

-- name: save :exec
insert into mail_rounds (company_id, kind, began_at, told_to)
values (:companyId, :kind, :beganAt, :toldTo)
on conflict (company_id, kind) do update set began_at = excluded.began_at, told_to = excluded.told_to;

-- name: list_numbers :many
-- The numbers of people after one, whoever they are: so a portion reads no more than it has.
select number from employees where company_id = :companyId and number > :after order by number limit :count;

-- name: delete_all :exec
-- scans mail_rounds: a company is deleted.
delete from mail_rounds where company_id = :companyId;
