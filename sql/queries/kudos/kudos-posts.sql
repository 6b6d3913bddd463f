-- fragment: kudos_post
select
  p.entry, p.id, p.points, p.receivers, p.value_code as valueCode, v.name as valueName, p.message, p.visibility, p.state,
  p.given_at as givenAt, p.edited_at as editedAt, p.ended_at as endedAt, p.is_reversed as isReversed,
  p.giver_xp as giverXp, p.giver_number as giverNumber, e.id as giverId, e.external_id as giverExternalId,
  coalesce(e.account_name, e.given_name) as giverName, {{name_in_api}} as giverNameInApi

-- fragment: with_giver_and_value
cross join employees e on e.company_id = p.company_id and e.number = p.giver_number
cross join kudos_values v on v.company_id = p.company_id and v.code = p.value_code

-- fragment: newest_posts
order by p.entry desc
limit :count

-- name: create :exec
insert into kudos_posts (
  company_id, entry, id, giver_number, points, receivers, value_code, message, visibility, state, given_at, giver_xp,
  once_key, actor
)
values (
  :companyId, :entry, :id, :giverNumber, :points, :receivers, :valueCode, :message, :visibility, 'shown', :now, :giverXp,
  :idempotencyKey, (select number from award_actors where company_id = :companyId and actor = :actor)
);

-- name: add_receivers :exec
insert into kudos_receivers (company_id, post, employee_number, giver_number, coins, xp)
select
  :companyId, :post, n.value, :giverNumber, :coins,
  case when n.value in (select r.value from json_each(:rewarded) r) then cast(:xp as bigint) else 0 end
from json_each(:numbers) n;

-- name: add_departments :exec
-- sorts: giver and receivers.
-- Their departments.
insert into kudos_departments (company_id, department_number, post, visibility, state)
select distinct e.company_id, e.department_number, cast(:post as bigint), cast(:visibility as text), 'shown'
from json_each(:numbers) n
cross join employees e on e.company_id = :companyId and e.number = n.value
where e.department_number is not null;

-- name: add_department :exec
-- One department gets what another one has.
insert into kudos_departments (company_id, department_number, post, visibility, state)
select company_id, cast(:into as bigint), post, visibility, state
from kudos_departments
where company_id = :companyId and department_number = :from
on conflict (company_id, department_number, post) do nothing;

-- name: find :one
{{kudos_post}}
from kudos_posts p
{{with_giver_and_value}}
where p.company_id = :companyId and p.id = :id;

-- name: find_by_idempotency_key :one
{{kudos_post}}
from kudos_posts p
{{with_giver_and_value}}
where p.company_id = :companyId and p.once_key = :idempotencyKey;

-- name: is_to_department :one
select 1 as isTo
from kudos_departments
where company_id = :companyId and department_number = :departmentNumber and post = :post;

-- name: edit :exec
update kudos_posts set message = :message, edited_at = :now where company_id = :companyId and entry = :entry;

-- name: change :exec
update kudos_posts
set state = :state, visibility = :visibility, ended_at = :endedAt,
    is_reversed = case when :isReversed then 1 else 0 end
where company_id = :companyId and entry = :entry;

-- name: change_departments :exec
update kudos_departments indexed by kudos_departments_by_post
set state = :state, visibility = :visibility
where company_id = :companyId and post = :entry;

-- name: find_giver :one
select {{resolved_employee}}, e.erased_at as erasedAt
from kudos_posts p
join employees e on e.company_id = p.company_id and e.number = p.giver_number
where p.company_id = :companyId and p.entry = :entry;

-- name: list_receivers :many
select
  r.post, e.number, e.id, e.external_id as externalId, coalesce(e.account_name, e.given_name) as name, {{name_in_api}} as nameInApi,
  e.department_number as departmentNumber, e.deactivated_at as deactivatedAt, e.erased_at as erasedAt, e.xp as totalXp, e.coins as totalCoins, r.coins, r.xp
from json_each(:posts) n
cross join kudos_receivers r on r.company_id = :companyId and r.post = n.value
cross join employees e on e.company_id = r.company_id and e.number = r.employee_number;

-- name: list_reactions :many
select c.post, c.kind, c.people
from json_each(:posts) n
cross join kudos_reaction_counts c on c.company_id = :companyId and c.post = n.value
where c.people > 0;

-- name: list_reactions_of :many
select r.post, r.kind
from json_each(:posts) n
cross join kudos_reactions r on r.company_id = :companyId and r.post = n.value and r.employee_number = :employeeNumber;

-- name: list_to_all :many
{{kudos_post}}
from kudos_posts p indexed by kudos_posts_to_all
{{with_giver_and_value}}
where p.company_id = :companyId and p.state = 'shown' and p.visibility = 'company' and p.entry < :before
{{newest_posts}};

-- name: list_to_all_of_value :many
{{kudos_post}}
from kudos_posts p indexed by kudos_posts_to_all_of_value
{{with_giver_and_value}}
where p.company_id = :companyId and p.state = 'shown' and p.visibility = 'company' and p.value_code = :valueCode
  and p.entry < :before
{{newest_posts}};

-- fragment: newest_posts_of_department
  and d.department_number = :departmentNumber and d.post < :before
  and (:valueCode is null or p.value_code = :valueCode)
order by d.post desc
limit :count

-- name: list_of_department :many
-- What everybody may see.
{{kudos_post}}
from kudos_departments d indexed by kudos_departments_to_all
cross join kudos_posts p on p.company_id = d.company_id and p.entry = d.post
{{with_giver_and_value}}
where d.company_id = :companyId and d.state = 'shown' and d.visibility = 'company'
{{newest_posts_of_department}};

-- name: list_to_members :many
-- What only departments may see.
{{kudos_post}}
from kudos_departments d indexed by kudos_departments_to_members
cross join kudos_posts p on p.company_id = d.company_id and p.entry = d.post
{{with_giver_and_value}}
where d.company_id = :companyId and d.state = 'shown' and d.visibility = 'department'
{{newest_posts_of_department}};

-- fragment: is_listed_post
(p.state = 'shown' or (:withReported and p.state = 'reported'))
and (:withNarrowed or p.visibility = 'company')
and (:valueCode is null or p.value_code = :valueCode)

-- name: list_by_giver :many
{{kudos_post}}
from kudos_posts p indexed by kudos_posts_by_giver
{{with_giver_and_value}}
where p.company_id = :companyId and p.giver_number = :employeeNumber and p.entry < :before and {{is_listed_post}}
{{newest_posts}};

-- name: list_to_receiver :many
{{kudos_post}}
from kudos_receivers r indexed by kudos_receivers_by_person
cross join kudos_posts p on p.company_id = r.company_id and p.entry = r.post
{{with_giver_and_value}}
where r.company_id = :companyId and r.employee_number = :employeeNumber and r.post < :before and {{is_listed_post}}
order by r.post desc
limit :count;

-- name: list_reported :many
{{kudos_post}}
from kudos_posts p indexed by kudos_posts_reported
{{with_giver_and_value}}
where p.company_id = :companyId and p.state = 'reported' and p.entry < :before
{{newest_posts}};

-- name: count_reported :one
-- How many wait, and when the first report of the one that was given first was made.
select
  count(*) as count,
  (
    select r.reported_at
    from kudos_posts q indexed by kudos_posts_reported
    join kudos_reports r on r.company_id = q.company_id and r.post = q.entry
    where q.company_id = :companyId and q.state = 'reported'
    order by q.entry
    limit 1
  ) as since
from kudos_posts p indexed by kudos_posts_reported
where p.company_id = :companyId and p.state = 'reported';

-- name: list_of_entries :many
{{kudos_post}}
from json_each(:entries) n
cross join kudos_posts p on p.company_id = :companyId and p.entry = n.value
{{with_giver_and_value}};

-- name: list_all :many
-- Whatever its state, for the command line.
{{kudos_post}}
from kudos_posts p
{{with_giver_and_value}}
where p.company_id = :companyId and p.entry < :before
{{newest_posts}};

-- name: find_state :one
-- scans kudos_posts: all that is kept is counted for the command line.
select count(*) as count, min(given_at) as oldestAt from kudos_posts;
