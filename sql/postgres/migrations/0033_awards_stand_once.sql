-- An award of XP or coins is a decision, which stood in audit_log beside the entry in its ledger. Now the entry says all of
-- it. Awards of an older file take the number of their decision, which then goes. A decision that its entry does not say
-- word for word stays where it is.

-- Who gave awards. There are many awards of each, so that they have a number here.
create table award_actors (
  company_id bigint not null references companies (company_id) deferrable,
  number bigint not null check (number >= 1),
  actor text collate "C" not null,
  primary key (company_id, number),
  unique (company_id, actor)
);

insert into award_actors (company_id, number, actor)
select company_id, row_number() over (partition by company_id order by actor), actor
from (select distinct company_id, actor from audit_log where action in ('xp.award', 'coins.grant')) found;

-- The decisions about awards, in the order of those about one person at one time.
create table decided (
  action text collate "C" not null,
  company_id bigint not null,
  employee_number bigint not null,
  at bigint not null,
  n bigint not null,
  entry bigint not null,
  primary key (action, company_id, employee_number, at, n)
);

insert into decided (action, company_id, employee_number, at, n, entry)
select
  a.action, a.company_id, e.number, a.at,
  row_number() over (partition by a.action, a.company_id, e.number, a.at order by a.entry), a.entry
from audit_log a
join employees e on e.company_id = a.company_id and e.id = a.target_id
where a.action in ('xp.award', 'coins.grant') and a.target_kind = 'employee';

analyze decided;

drop trigger xp_ledger_adds_up on xp_ledger;
drop trigger xp_ledger_is_never_rewritten on xp_ledger;
drop trigger xp_ledger_is_never_shortened on xp_ledger;
drop index xp_ledger_once;
alter table xp_ledger rename to xp_ledger_before;

create table xp_ledger (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  entry bigint not null,
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000),
  reason text collate "C" check (length(reason) between 1 and 500),
  -- Null where the actor is the source.
  source text collate "C",
  counts_at bigint not null check (counts_at >= 0),
  recorded_at bigint not null,
  once_key text collate "C" check (length(once_key) between 1 and 255),
  -- Null for an entry of an older file that is no decision of its own.
  actor bigint,
  -- The XP of the person after it, where it is a decision of its own and no part of another.
  total bigint,
  badges text collate "C" check (badges is null or (badges::json) is not null),
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable,
  foreign key (company_id, actor) references award_actors (company_id, number) deferrable,
  check (source is not null or actor is not null),
  check (total is null or actor is not null)
);

insert into xp_ledger (
  company_id, employee_number, entry, amount, reason, source, counts_at, recorded_at, once_key, actor, total, badges
)
select
  l.company_id, l.employee_number, coalesce(a.entry, l.entry), l.amount, l.reason, nullif(l.source, a.actor),
  l.counts_at, l.recorded_at, l.once_key, k.number, case when a.entry is not null then l.total end,
  nullif((a.after::jsonb -> 'badges_awarded')::text, '[]')
from (
  select *, least(100, floor((1 + sqrt(1 + 4 * greatest(total, 0)::float8 / 50)) / 2))::bigint as level
  from (
    select
      *,
      sum(amount) over (partition by company_id, employee_number order by entry)::bigint as total,
      case when source not in ('import', 'sample') then row_number() over (
        partition by company_id, employee_number, source in ('import', 'sample'), recorded_at order by entry
      ) end as n
    from xp_ledger_before
  ) summed
) l
left join decided d
  on d.action = 'xp.award' and d.company_id = l.company_id and d.employee_number = l.employee_number
  and d.at = l.recorded_at and d.n = l.n
left join audit_log a
  on a.company_id = d.company_id and a.entry = d.entry
  and (
    (
      a.before::jsonb = jsonb_build_object('xp', l.total - l.amount)
      and a.after::jsonb = jsonb_build_object(
        'amount', l.amount, 'reason', l.reason, 'at', iso_time(l.counts_at), 'once', l.once_key, 'xp', l.total,
        'level', l.level,
        'xp_to_next_level', case when l.level = 100 then 0 else 50 * l.level * (l.level + 1) - l.total end,
        'badges_awarded', a.after::jsonb -> 'badges_awarded'
      )
    )
    or (
      a.before is null and a.after is null
      and exists (
        select 1 from employees e
        where e.company_id = l.company_id and e.number = l.employee_number and e.erased_at is not null
      )
    )
  )
left join award_actors k on k.company_id = a.company_id and k.actor = a.actor;

drop table xp_ledger_before;

create unique index xp_ledger_once on xp_ledger (company_id, once_key) where once_key is not null;
create index xp_ledger_awards on xp_ledger (company_id, entry) where total is not null;
create index xp_ledger_awards_by_actor on xp_ledger (company_id, actor, entry) where total is not null;
create index xp_ledger_awards_by_time on xp_ledger (company_id, recorded_at, entry) where total is not null;

create trigger xp_ledger_adds_up after insert on xp_ledger
for each row execute function xp_ledger_add();

create trigger xp_ledger_is_never_rewritten before update on xp_ledger
for each row execute function ledger_update();

create trigger xp_ledger_is_never_shortened before delete on xp_ledger
for each row execute function ledger_delete();

drop trigger coin_ledger_adds_up on coin_ledger;
drop trigger coin_ledger_is_never_rewritten on coin_ledger;
drop trigger coin_ledger_is_never_shortened on coin_ledger;
drop index coin_ledger_once;
alter table coin_ledger rename to coin_ledger_before;

create table coin_ledger (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  entry bigint not null,
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000),
  reason text collate "C" check (length(reason) between 1 and 500),
  source text collate "C",
  recorded_at bigint not null,
  once_key text collate "C" check (length(once_key) between 1 and 255),
  actor bigint,
  total bigint,
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable,
  foreign key (company_id, actor) references award_actors (company_id, number) deferrable,
  check (source is not null or actor is not null),
  check (total is null or actor is not null)
);

insert into coin_ledger (
  company_id, employee_number, entry, amount, reason, source, recorded_at, once_key, actor, total
)
select
  l.company_id, l.employee_number, coalesce(a.entry, l.entry), l.amount, l.reason, nullif(l.source, a.actor),
  l.recorded_at, l.once_key, k.number, case when a.entry is not null then l.total end
from (
  select
    *,
    sum(amount) over (partition by company_id, employee_number order by entry)::bigint as total,
    case when source not in ('import', 'sample', 'shop') then row_number() over (
      partition by company_id, employee_number, source in ('import', 'sample', 'shop'), recorded_at order by entry
    ) end as n
  from coin_ledger_before
) l
left join decided d
  on d.action = 'coins.grant' and d.company_id = l.company_id and d.employee_number = l.employee_number
  and d.at = l.recorded_at and d.n = l.n
left join audit_log a
  on a.company_id = d.company_id and a.entry = d.entry
  and (
    (
      a.before::jsonb = jsonb_build_object('coins', l.total - l.amount)
      and a.after::jsonb = jsonb_build_object(
        'amount', l.amount, 'reason', l.reason, 'at', iso_time(l.recorded_at), 'once', l.once_key, 'coins', l.total
      )
    )
    or (
      a.before is null and a.after is null
      and exists (
        select 1 from employees e
        where e.company_id = l.company_id and e.number = l.employee_number and e.erased_at is not null
      )
    )
  )
left join award_actors k on k.company_id = a.company_id and k.actor = a.actor;

drop table coin_ledger_before;
drop table decided;

create unique index coin_ledger_once on coin_ledger (company_id, once_key) where once_key is not null;
create index coin_ledger_awards on coin_ledger (company_id, entry) where total is not null;
create index coin_ledger_awards_by_actor on coin_ledger (company_id, actor, entry) where total is not null;
create index coin_ledger_awards_by_time on coin_ledger (company_id, recorded_at, entry) where total is not null;

create trigger coin_ledger_adds_up after insert on coin_ledger
for each row execute function coin_ledger_add();

create trigger coin_ledger_is_never_rewritten before update on coin_ledger
for each row execute function ledger_update();

create trigger coin_ledger_is_never_shortened before delete on coin_ledger
for each row execute function ledger_delete();

analyze xp_ledger;
analyze coin_ledger;

-- What is left is written anew, which takes less than deleting most of it.
drop index audit_log_by_action;
drop index audit_log_by_actor;
drop index audit_log_by_target;
drop index audit_log_by_time;
alter table audit_log rename to audit_log_before;

create table audit_log (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  at bigint not null,
  actor text collate "C" not null,
  action text collate "C" not null,
  target_kind text collate "C" not null,
  target_id text collate "C",
  before text collate "C" check (before is null or (before::json) is not null),
  after text collate "C" check (after is null or (after::json) is not null),
  primary key (company_id, entry)
);

insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id, before, after)
select company_id, entry, at, actor, action, target_kind, target_id, before, after
from audit_log_before a
where not exists (
  select 1
  from (
    select company_id, entry, 'xp.award' as action from xp_ledger where total is not null
    union all
    select company_id, entry, 'coins.grant' from coin_ledger where total is not null
  ) said
  where said.company_id = a.company_id and said.entry = a.entry and said.action = a.action
);

drop table audit_log_before;

create index audit_log_by_action on audit_log (company_id, action, entry);
create index audit_log_by_actor on audit_log (company_id, actor, entry);
create index audit_log_by_target on audit_log (company_id, target_id, entry);
create index audit_log_by_time on audit_log (company_id, at, entry);
