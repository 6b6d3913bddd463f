-- name: add_reaction :exec
insert into kudos_reactions (company_id, post, employee_number, kind)
values (:companyId, :post, :employeeNumber, :kind)
on conflict (company_id, post, employee_number, kind) do nothing;

-- name: remove_reaction :exec
delete from kudos_reactions
where company_id = :companyId and post = :post and employee_number = :employeeNumber and kind = :kind;

-- name: count_reaction :exec
insert into kudos_reaction_counts (company_id, post, kind, people) values (:companyId, :post, :kind, 1)
on conflict (company_id, post, kind) do update set people = kudos_reaction_counts.people + 1;

-- name: uncount_reaction :exec
update kudos_reaction_counts set people = people - 1
where company_id = :companyId and post = :post and kind = :kind;

-- name: report :exec
insert into kudos_reports (company_id, post, employee_number, reason, reported_at)
values (:companyId, :post, :employeeNumber, :reason, :now)
on conflict (company_id, post, employee_number) do nothing;

-- name: list_waiting :many
-- What somebody reported and nobody has decided on.
select r.post
from kudos_reports r indexed by kudos_reports_by_person
cross join kudos_posts p on p.company_id = r.company_id and p.entry = r.post
where r.company_id = :companyId and r.employee_number = :employeeNumber and p.state = 'reported'
limit :atMost;

-- name: list_reports :many
-- Those of some posts.
select
  r.post, e.id as employeeId, coalesce(e.account_name, e.given_name) as name, r.reason, r.reported_at as reportedAt
from json_each(:posts) n
cross join kudos_reports r on r.company_id = :companyId and r.post = n.value
cross join employees e on e.company_id = r.company_id and e.number = r.employee_number;

-- name: decide :exec
insert into kudos_decisions (company_id, post, decision, reason, actor, decided_at)
values (:companyId, :post, :decision, :reason, :actor, :now);

-- name: list_decisions :many
-- Those of some posts.
select d.post, d.decision, d.reason, d.actor, d.decided_at as decidedAt
from json_each(:posts) n
cross join kudos_decisions d on d.company_id = :companyId and d.post = n.value;

-- name: list_decided :many
-- Posts that were decided on, each by its last decision, newest first.
select d.post
from kudos_decisions d
where d.company_id = :companyId and d.post < :before
  and not exists (
    select 1 from kudos_decisions l where l.company_id = d.company_id and l.post = d.post and l.decision > d.decision
  )
order by d.post desc
limit :count;

-- name: list_told :many
-- Posts that were reported and wait for no decision, each by one of its reports, newest first.
select r.post
from kudos_reports r
cross join kudos_posts p on p.company_id = r.company_id and p.entry = r.post
where r.company_id = :companyId and r.post < :before and p.state <> 'reported'
  and not exists (
    select 1 from kudos_reports l
    where l.company_id = r.company_id and l.post = r.post and l.employee_number > r.employee_number
  )
order by r.post desc
limit :count;
