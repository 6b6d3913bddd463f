-- name: find_giver :one
-- What limits somebody who gives: the part they take, what they have spent, and what was spent of the budget.
select
  e.number, e.id, e.xp, e.coins, e.deactivated_at as deactivatedAt, e.department_number as departmentNumber,
  e.first_day as firstDay,
  (select part from kudos_parts where company_id = e.company_id and employee_number = e.number) as part,
  coalesce(
    (select points from kudos_spent where company_id = e.company_id and month = :month and giver_number = e.number), 0
  ) as spent,
  coalesce((select points from kudos_months where company_id = e.company_id and month = :month), 0) as companySpent,
  (
    select count(*)
    from (
      select 1
      from kudos_posts indexed by kudos_posts_rewarded
      where company_id = :companyId and giver_number = :employeeNumber and given_at >= :since and giver_xp > 0
        and is_reversed = 0
      limit :atMost
    ) rewarded
  ) as rewarded
from employees e
where e.company_id = :companyId and e.number = :employeeNumber;

-- name: find_earlier :one
-- The post before so many later ones.
select given_at as givenAt
from kudos_posts
where company_id = :companyId and giver_number = :giverNumber
order by entry desc
limit 1 offset :skipped;

-- name: list_given_to :many
select p.receiver_number as receiverNumber, p.points, p.posts
from json_each(:numbers) n
cross join kudos_pairs p
  on p.company_id = :companyId and p.month = :month and p.giver_number = :giverNumber and p.receiver_number = n.value;

-- name: add_spent :exec
insert into kudos_spent (company_id, month, giver_number, points, posts)
values (:companyId, :month, :giverNumber, :points, :posts)
on conflict (company_id, month, giver_number) do update
set points = kudos_spent.points + excluded.points, posts = kudos_spent.posts + excluded.posts;

-- name: take_spent :exec
update kudos_spent set points = points - :points, posts = posts - :posts
where company_id = :companyId and month = :month and giver_number = :giverNumber;

-- name: add_pairs :exec
insert into kudos_pairs (company_id, month, giver_number, receiver_number, points, posts)
select :companyId, cast(:month as bigint), cast(:giverNumber as bigint), value, cast(:points as bigint), 1
from json_each(:numbers)
where true
on conflict (company_id, month, giver_number, receiver_number) do update
set points = kudos_pairs.points + excluded.points, posts = kudos_pairs.posts + 1;

-- name: take_pairs :exec
update kudos_pairs set points = points - :points, posts = posts - 1
where company_id = :companyId and month = :month and giver_number = :giverNumber
  and receiver_number in (select value from json_each(:numbers));

-- name: add_month :exec
insert into kudos_months (company_id, month, points, posts, givers)
values (:companyId, :month, :points, 1, 1)
on conflict (company_id, month) do update
set points = kudos_months.points + excluded.points, posts = kudos_months.posts + 1,
    givers = kudos_months.givers + case
      when (
        select posts from kudos_spent where company_id = :companyId and month = :month and giver_number = :giverNumber
      ) = 1 then 1 else 0
    end;

-- name: take_month :exec
update kudos_months
set points = points - :points, posts = posts - 1,
    givers = givers - case
      when (
        select posts from kudos_spent where company_id = :companyId and month = :month and giver_number = :giverNumber
      ) = 0 then 1 else 0
    end
where company_id = :companyId and month = :month;

-- name: add_value :exec
insert into kudos_value_months (company_id, month, value_code, posts)
values (:companyId, :month, :valueCode, 1)
on conflict (company_id, month, value_code) do update set posts = kudos_value_months.posts + 1;

-- name: take_value :exec
update kudos_value_months set posts = posts - 1
where company_id = :companyId and month = :month and value_code = :valueCode;

-- name: find_month :one
select points, posts, givers from kudos_months where company_id = :companyId and month = :month;

-- name: list_months :many
select month, points, posts, givers
from kudos_months
where company_id = :companyId
order by month desc
limit :count;

-- name: list_values :many
select v.code, v.name, v.is_active as isActive, coalesce(m.posts, 0) as posts
from kudos_values v
left join kudos_value_months m on m.company_id = v.company_id and m.month = :month and m.value_code = v.code
where v.company_id = :companyId
order by v.entry;

-- name: list_givers :many
-- sorts: whoever gave in a month, for HR.
select
  e.id as employeeId, e.external_id as externalId, coalesce(e.account_name, e.given_name) as name,
  d.name as departmentName, s.points, s.posts
from kudos_spent s
join employees e on e.company_id = s.company_id and e.number = s.giver_number
{{with_department}}
where s.company_id = :companyId and s.month = :month and s.posts > 0 and e.deactivated_at is null
order by s.points desc, s.posts desc, s.giver_number
limit :count;

-- name: list_pairs :many
-- sorts: whoever gave in a month, for HR.
-- Each gave the other at least half of what they gave, in at least so many thanks.
select
  a.id as firstId, coalesce(a.account_name, a.given_name) as firstName,
  b.id as secondId, coalesce(b.account_name, b.given_name) as secondName,
  p.points as firstPoints, p.posts as firstPosts, s.points as firstTotal,
  q.points as secondPoints, q.posts as secondPosts, t.points as secondTotal
from kudos_pairs p
join kudos_pairs q
  on q.company_id = p.company_id and q.month = p.month and q.giver_number = p.receiver_number
  and q.receiver_number = p.giver_number
join kudos_spent s on s.company_id = p.company_id and s.month = p.month and s.giver_number = p.giver_number
join kudos_spent t on t.company_id = p.company_id and t.month = p.month and t.giver_number = p.receiver_number
join employees a on a.company_id = p.company_id and a.number = p.giver_number
join employees b on b.company_id = p.company_id and b.number = p.receiver_number
where p.company_id = :companyId and p.month = :month and p.giver_number < p.receiver_number
  and p.posts >= :least and q.posts >= :least and 2 * p.points >= s.points and 2 * q.points >= t.points
order by p.points + q.points desc, p.giver_number, p.receiver_number
limit :count;

-- name: list_to_one :many
-- sorts: whoever gave in a month, for HR.
-- What went from one person to another, most points first.
select
  a.id as giverId, coalesce(a.account_name, a.given_name) as giverName, a.department_number as departmentNumber,
  a.first_day as firstDay, b.id as receiverId, coalesce(b.account_name, b.given_name) as receiverName, p.points, p.posts
from kudos_pairs p
join employees a on a.company_id = p.company_id and a.number = p.giver_number
join employees b on b.company_id = p.company_id and b.number = p.receiver_number
where p.company_id = :companyId and p.month = :month and p.points > 0
order by p.points desc, p.giver_number, p.receiver_number
limit :count;
