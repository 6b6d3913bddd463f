-- An award of XP or coins is a decision, which stood in audit_log beside the entry in its ledger. Now the entry says all of
-- it. Awards of an older file take the number of their decision, which then goes. A decision that its entry does not say
-- word for word stays where it is.

-- Who gave awards. There are many awards of each, so that they have a number here.
create table award_actors (
  company_id integer not null references companies (company_id),
  number integer not null check (number >= 1),
  actor text not null,
  primary key (company_id, number),
  unique (company_id, actor)
) strict, without rowid;

insert into award_actors (company_id, number, actor)
select company_id, row_number() over (partition by company_id order by actor), actor
from (select distinct company_id, actor from audit_log where action in ('xp.award', 'coins.grant')) found;

-- The decisions about awards, in the order of those about one person at one time.
create table decided (
  action text not null,
  company_id integer not null,
  employee_number integer not null,
  at integer not null,
  n integer not null,
  entry integer not null,
  primary key (action, company_id, employee_number, at, n)
) strict, without rowid;

insert into decided (action, company_id, employee_number, at, n, entry)
select
  a.action, a.company_id, e.number, a.at,
  row_number() over (partition by a.action, a.company_id, e.number, a.at order by a.entry), a.entry
from audit_log a
join employees e on e.company_id = a.company_id and e.id = a.target_id
where a.action in ('xp.award', 'coins.grant') and a.target_kind = 'employee';

drop trigger xp_ledger_adds_up;
drop trigger xp_ledger_is_never_rewritten;
drop trigger xp_ledger_is_never_shortened;
drop index xp_ledger_once;
alter table xp_ledger rename to xp_ledger_before;

create table xp_ledger (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  entry integer not null,
  amount integer not null check (amount <> 0 and abs(amount) <= 1000000000),
  reason text check (length(reason) between 1 and 500),
  -- Null where the actor is the source.
  source text,
  counts_at integer not null check (counts_at >= 0),
  recorded_at integer not null,
  once_key text check (length(once_key) between 1 and 255),
  -- Null for an entry of an older file that is no decision of its own.
  actor integer,
  -- The XP of the person after it, where it is a decision of its own and no part of another.
  total integer,
  badges text check (badges is null or json_valid(badges)),
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  foreign key (company_id, actor) references award_actors (company_id, number),
  check (source is not null or actor is not null),
  check (total is null or actor is not null)
) strict, without rowid;

insert into xp_ledger (
  company_id, employee_number, entry, amount, reason, source, counts_at, recorded_at, once_key, actor, total, badges
)
select
  l.company_id, l.employee_number, coalesce(a.entry, l.entry), l.amount, l.reason, nullif(l.source, a.actor),
  l.counts_at, l.recorded_at, l.once_key, k.number, iif(a.entry is null, null, l.total),
  nullif(a.after -> '$.badges_awarded', '[]')
from (
  select
    *,
    sum(amount) over (partition by company_id, employee_number order by entry) as total,
    iif(source in ('import', 'sample'), null, row_number() over (
      partition by company_id, employee_number, source in ('import', 'sample'), recorded_at order by entry
    )) as n
  from xp_ledger_before
) l
left join decided d
  on d.action = 'xp.award' and d.company_id = l.company_id and d.employee_number = l.employee_number
  and d.at = l.recorded_at and d.n = l.n
left join audit_log a
  on a.company_id = d.company_id and a.entry = d.entry
  and (
    (
      a.before = json_object('xp', l.total - l.amount)
      and a.after = json_object(
        'amount', l.amount, 'reason', l.reason, 'at', iso_time(l.counts_at), 'once', l.once_key, 'xp', l.total,
        'level', a.after ->> '$.level',
        'xp_to_next_level',
          iif(a.after ->> '$.level' = 100, 0, 50 * (a.after ->> '$.level') * ((a.after ->> '$.level') + 1) - l.total),
        'badges_awarded', json(a.after -> '$.badges_awarded')
      )
      and case a.after ->> '$.level'
        when 1 then l.total < 100
        when 100 then l.total >= 495000
        else l.total >= 50 * (a.after ->> '$.level') * ((a.after ->> '$.level') - 1)
          and l.total < 50 * (a.after ->> '$.level') * ((a.after ->> '$.level') + 1)
      end
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
begin
  insert into xp_months (company_id, employee_number, month, xp)
  values (
    new.company_id,
    new.employee_number,
    strftime('%Y', new.counts_at / 1000, 'unixepoch') * 12 + strftime('%m', new.counts_at / 1000, 'unixepoch') - 1,
    new.amount
  )
  on conflict do update set xp = xp + excluded.xp;
  update employees
  set xp = xp + new.amount,
      revision = (select revision from companies where company_id = new.company_id)
  where company_id = new.company_id and number = new.employee_number;
end;

create trigger xp_ledger_is_never_rewritten before update on xp_ledger
when not (
  new.reason is null and new.once_key is null
  and (
    new.company_id, new.employee_number, new.entry, new.amount, new.source, new.counts_at, new.recorded_at,
    new.actor, new.total, new.badges
  ) is (
    old.company_id, old.employee_number, old.entry, old.amount, old.source, old.counts_at, old.recorded_at,
    old.actor, old.total, old.badges
  )
  and exists (
    select 1 from employees
    where company_id = old.company_id and number = old.employee_number and erased_at is not null
  )
)
begin
  select raise(abort, 'ledger entries are never changed');
end;

create trigger xp_ledger_is_never_shortened before delete on xp_ledger
when (select mode from companies where company_id = old.company_id) = 'live'
begin
  select raise(abort, 'ledger entries are never deleted');
end;

drop trigger coin_ledger_adds_up;
drop trigger coin_ledger_is_never_rewritten;
drop trigger coin_ledger_is_never_shortened;
drop index coin_ledger_once;
alter table coin_ledger rename to coin_ledger_before;

create table coin_ledger (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  entry integer not null,
  amount integer not null check (amount <> 0 and abs(amount) <= 1000000000),
  reason text check (length(reason) between 1 and 500),
  source text,
  recorded_at integer not null,
  once_key text check (length(once_key) between 1 and 255),
  actor integer,
  total integer,
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  foreign key (company_id, actor) references award_actors (company_id, number),
  check (source is not null or actor is not null),
  check (total is null or actor is not null)
) strict, without rowid;

insert into coin_ledger (
  company_id, employee_number, entry, amount, reason, source, recorded_at, once_key, actor, total
)
select
  l.company_id, l.employee_number, coalesce(a.entry, l.entry), l.amount, l.reason, nullif(l.source, a.actor),
  l.recorded_at, l.once_key, k.number, iif(a.entry is null, null, l.total)
from (
  select
    *,
    sum(amount) over (partition by company_id, employee_number order by entry) as total,
    iif(source in ('import', 'sample', 'shop'), null, row_number() over (
      partition by company_id, employee_number, source in ('import', 'sample', 'shop'), recorded_at order by entry
    )) as n
  from coin_ledger_before
) l
left join decided d
  on d.action = 'coins.grant' and d.company_id = l.company_id and d.employee_number = l.employee_number
  and d.at = l.recorded_at and d.n = l.n
left join audit_log a
  on a.company_id = d.company_id and a.entry = d.entry
  and (
    (
      a.before = json_object('coins', l.total - l.amount)
      and a.after = json_object(
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
begin
  update employees
  set coins = coins + new.amount,
      revision = (select revision from companies where company_id = new.company_id)
  where company_id = new.company_id and number = new.employee_number;
end;

create trigger coin_ledger_is_never_rewritten before update on coin_ledger
when not (
  new.reason is null and new.once_key is null
  and (
    new.company_id, new.employee_number, new.entry, new.amount, new.source, new.recorded_at, new.actor, new.total
  ) is (
    old.company_id, old.employee_number, old.entry, old.amount, old.source, old.recorded_at, old.actor, old.total
  )
  and exists (
    select 1 from employees
    where company_id = old.company_id and number = old.employee_number and erased_at is not null
  )
)
begin
  select raise(abort, 'ledger entries are never changed');
end;

create trigger coin_ledger_is_never_shortened before delete on coin_ledger
when (select mode from companies where company_id = old.company_id) = 'live'
begin
  select raise(abort, 'ledger entries are never deleted');
end;

-- What is left is written anew, which takes less than deleting most of it.
drop index audit_log_by_action;
drop index audit_log_by_actor;
drop index audit_log_by_target;
drop index audit_log_by_time;
alter table audit_log rename to audit_log_before;

create table audit_log (
  company_id integer not null references companies (company_id),
  entry integer not null,
  at integer not null,
  actor text not null,
  action text not null,
  target_kind text not null,
  target_id text,
  before text check (before is null or json_valid(before)),
  after text check (after is null or json_valid(after)),
  primary key (company_id, entry)
) strict, without rowid;

insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id, before, after)
select company_id, entry, at, actor, action, target_kind, target_id, before, after
from audit_log_before a
where not case action
  when 'xp.award' then exists (
    select 1 from xp_ledger l indexed by xp_ledger_awards
    where l.company_id = a.company_id and l.entry = a.entry and l.total is not null
  )
  when 'coins.grant' then exists (
    select 1 from coin_ledger l indexed by coin_ledger_awards
    where l.company_id = a.company_id and l.entry = a.entry and l.total is not null
  )
  else false
end;

drop table audit_log_before;

create index audit_log_by_action on audit_log (company_id, action, entry);
create index audit_log_by_actor on audit_log (company_id, actor, entry);
create index audit_log_by_target on audit_log (company_id, target_id, entry);
create index audit_log_by_time on audit_log (company_id, at, entry);
