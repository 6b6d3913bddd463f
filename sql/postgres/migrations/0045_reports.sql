-- What people did in each month and week, added up by department, so that a report of a year reads totals and no ledger.

-- When the company was changed last. Triggers know no other time.
alter table companies add column revised_at bigint not null default 0;
-- Who signed in is not known of any time before.
alter table companies add column sign_ins_since bigint not null default 0;
update companies set sign_ins_since = extract(epoch from now())::bigint * 1000;

create function day_begins(day text) returns bigint immutable parallel safe
return extract(epoch from to_date(day, 'YYYY-MM-DD')::timestamp)::bigint * 1000;

create function period_of(unit text, at bigint) returns bigint immutable parallel safe
return case unit when 'month' then month_of(at) else (at / 86400000 + 3) / 7 end;

create function period_begins(unit text, period bigint) returns bigint immutable parallel safe
return case unit
  when 'month' then
    extract(epoch from make_timestamp((period / 12)::integer, (period % 12)::integer + 1, 1, 0, 0, 0))::bigint * 1000
  else (period * 7 - 3) * 86400000
end;

-- When the time of somebody in the company began: the earliest of the first day, the day they were added and the first XP.
alter table employees add column begins_at bigint not null default 0;
update employees
set begins_at = greatest(0, least(
  created_at,
  day_begins(first_day),
  (
    select min(l.counts_at) from xp_ledger l
    where l.company_id = employees.company_id and l.employee_number = employees.number
  )
));

-- Where somebody was and whether they were active, until that changed. What has not changed stands in employees.
create table former_placements (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  until bigint not null,
  -- Those of that moment.
  month bigint not null,
  week bigint not null,
  -- 0 for none.
  department_number bigint not null,
  is_active bigint not null check (is_active in (0, 1)),
  primary key (company_id, employee_number, until),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);

-- Of those who left and came back only the last time is known.
insert into former_placements (company_id, employee_number, until, month, week, department_number, is_active)
select
  company_id, number, until, period_of('month', until),
  period_of('week', until), coalesce(department_number, 0), 1
from (
  select company_id, number, department_number, greatest(deactivated_at, created_at) as until
  from employees where deactivated_at is not null
) gone;

create table sign_in_periods (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  unit text collate "C" not null check (unit in ('month', 'week')),
  period bigint not null,
  primary key (company_id, employee_number, unit, period),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);

create table report_totals (
  company_id bigint not null references companies (company_id) deferrable,
  unit text collate "C" not null check (unit in ('month', 'week')),
  -- Months from the year 0 on, weeks from that of the first of January 1970 on.
  period bigint not null,
  -- Where people were when it ended, or are; 0 for nowhere.
  department_number bigint not null,
  -- By how much the people and their coins became more: all up to a period are what it ends with.
  people bigint not null default 0,
  coins_held bigint not null default 0,
  joiners bigint not null default 0,
  leavers bigint not null default 0,
  participants bigint not null default 0,
  signed_in bigint not null default 0,
  redeemers bigint not null default 0,
  xp bigint not null default 0,
  coins_earned bigint not null default 0,
  coins_spent bigint not null default 0,
  badges bigint not null default 0,
  primary key (company_id, unit, period, department_number)
);

-- Where somebody was when a period ended, or is.
create function department_at_end(company bigint, employee bigint, of_unit text, of_period bigint) returns bigint
stable language sql as $$
  select coalesce(
    (
      select f.department_number from former_placements f
      where f.company_id = company and f.employee_number = employee
        and case of_unit when 'month' then f.month else f.week end > of_period
      order by f.until limit 1
    ),
    (select e.department_number from employees e where e.company_id = company and e.number = employee),
    0
  )
$$;

-- The XP of a person, of each of their months, and when their time in the company begins.
create or replace function xp_ledger_add() returns trigger language plpgsql as $$
begin
  insert into xp_months (company_id, employee_number, month, xp)
  values (new.company_id, new.employee_number, month_of(new.counts_at), new.amount)
  on conflict (company_id, employee_number, month) do update set xp = xp_months.xp + excluded.xp;
  update employees
  set xp = xp + new.amount,
      begins_at = least(begins_at, new.counts_at),
      revision = (select revision from companies where company_id = new.company_id)
  where company_id = new.company_id and number = new.employee_number;
  return null;
end
$$;

-- What somebody did in the month and week that go on moves with them.
create function report_totals_follow() returns trigger language plpgsql as $$
declare
  moved boolean := old.department_number is distinct from new.department_number
    or (old.deactivated_at is null) <> (new.deactivated_at is null);
  moment bigint;
  of_unit text;
  of_period bigint;
  starts bigint;
  ends bigint;
  was_there boolean;
  was_before boolean;
  done record;
begin
  if moved then
    select greatest(c.revised_at, new.created_at, (
      select max(f.until) from former_placements f where f.company_id = new.company_id and f.employee_number = new.number
    )) into moment
    from companies c where c.company_id = new.company_id;
    -- What lasted no time never was.
    insert into former_placements (company_id, employee_number, until, month, week, department_number, is_active)
    values (
      new.company_id, new.number, moment, period_of('month', moment), period_of('week', moment),
      coalesce(old.department_number, 0), (old.deactivated_at is null)::integer
    )
    on conflict do nothing;
    foreach of_unit in array array['month', 'week'] loop
      of_period := period_of(of_unit, moment);
      starts := period_begins(of_unit, of_period);
      ends := period_begins(of_unit, of_period + 1);
      was_there := exists (
        select 1 from former_placements f
        where f.company_id = new.company_id and f.employee_number = new.number and f.until >= starts and f.is_active = 1
      );
      was_before := new.begins_at < starts and (
        select f.is_active = 1 from former_placements f
        where f.company_id = new.company_id and f.employee_number = new.number and f.until >= starts
        order by f.until limit 1
      );
      select
        coalesce(x.gained, false) as gained, coalesce(x.xp, 0) as xp, coalesce(c.earned, 0) as earned,
        coalesce(c.spent, 0) as spent,
        exists (
          select 1 from sign_in_periods s
          where s.company_id = new.company_id and s.employee_number = new.number and s.unit = of_unit
            and s.period = of_period
        ) as signed_in,
        exists (
          select 1 from redemptions r
          where r.company_id = new.company_id and r.employee_number = new.number and r.created_at >= starts
            and r.created_at < ends
        ) as redeemed,
        (
          select count(*) from badge_awards a
          where a.company_id = new.company_id and a.employee_number = new.number and a.awarded_at >= starts
            and a.awarded_at < ends and a.revoked_at is null
        ) as badges
      into done
      from (
        select bool_or(l.amount > 0) as gained, sum(l.amount) as xp from xp_ledger l
        where l.company_id = new.company_id and l.employee_number = new.number and l.counts_at >= starts
          and l.counts_at < ends
      ) x
      cross join (
        select
          sum(l.amount) filter (where l.source is distinct from 'shop') as earned,
          -sum(l.amount) filter (where l.source = 'shop') as spent
        from coin_ledger l
        where l.company_id = new.company_id and l.employee_number = new.number and l.recorded_at >= starts
          and l.recorded_at < ends
      ) c;
      insert into report_totals (
        company_id, unit, period, department_number, people, coins_held, joiners, leavers, participants, signed_in,
        redeemers, xp, coins_earned, coins_spent, badges
      )
      select
        new.company_id, of_unit, of_period, department_number, sum(sign * is_active::integer),
        sum(sign * is_active::integer * new.coins), sum(sign * ((was_there or is_active) and not was_before)::integer),
        sum(sign * (was_there and not is_active)::integer),
        sum(sign * (done.gained and (was_there or is_active))::integer), sum(sign * done.signed_in::integer),
        sum(sign * done.redeemed::integer), sum(sign * done.xp), sum(sign * done.earned), sum(sign * done.spent),
        sum(sign * done.badges)
      from (
        values (-1, coalesce(old.department_number, 0), old.deactivated_at is null),
          (1, coalesce(new.department_number, 0), new.deactivated_at is null)
      ) placement (sign, department_number, is_active)
      group by department_number
      on conflict (company_id, unit, period, department_number) do update set
        people = report_totals.people + excluded.people, coins_held = report_totals.coins_held + excluded.coins_held,
        joiners = report_totals.joiners + excluded.joiners, leavers = report_totals.leavers + excluded.leavers,
        participants = report_totals.participants + excluded.participants,
        signed_in = report_totals.signed_in + excluded.signed_in,
        redeemers = report_totals.redeemers + excluded.redeemers, xp = report_totals.xp + excluded.xp,
        coins_earned = report_totals.coins_earned + excluded.coins_earned,
        coins_spent = report_totals.coins_spent + excluded.coins_spent, badges = report_totals.badges + excluded.badges;
    end loop;
  end if;
  if old.first_day is distinct from new.first_day then
    update employees
    set begins_at = greatest(0, least(
      created_at,
      day_begins(first_day),
      (select min(l.counts_at) from xp_ledger l where l.company_id = new.company_id and l.employee_number = new.number)
    ))
    where company_id = new.company_id and number = new.number;
  end if;
  return null;
end
$$;

create trigger report_totals_follow_employees after update of department_number, deactivated_at, first_day on employees
for each row when (
  old.department_number is distinct from new.department_number
  or (old.deactivated_at is null) <> (new.deactivated_at is null)
  or old.first_day is distinct from new.first_day
)
execute function report_totals_follow();

-- Somebody's time in the company begins at another moment: always in their first placement.
create function report_totals_begin() returns trigger language plpgsql as $$
declare
  first record;
begin
  select department_number, is_active into first
  from (
    select 0 as is_now, f.until, f.department_number, f.is_active = 1 as is_active from former_placements f
    where f.company_id = new.company_id and f.employee_number = new.number
    union all
    select 1, 0, coalesce(new.department_number, 0), new.deactivated_at is null
  ) placements
  order by is_now, until limit 1;
  if not first.is_active then return null; end if;
  insert into report_totals (company_id, unit, period, department_number, people, joiners)
  select new.company_id, unit, period, department_number, sum(people), sum(joiners)
  from (
    select unit, period_of(unit, at) as period, first.department_number, sign as people, 0 as joiners
    from (values (-1, old.begins_at), (1, new.begins_at)) beginning (sign, at)
    cross join (values ('month'), ('week')) units (unit)
    union all
    select
      unit, period_of(unit, at), department_at_end(new.company_id, new.number, unit, period_of(unit, at)), 0, sign
    from (values (-1, old.begins_at), (1, new.begins_at)) beginning (sign, at)
    cross join (values ('month'), ('week')) units (unit)
  ) begun
  group by unit, period, department_number
  on conflict (company_id, unit, period, department_number) do update set
    people = report_totals.people + excluded.people, joiners = report_totals.joiners + excluded.joiners;
  return null;
end
$$;

create trigger report_totals_follow_beginnings after update of begins_at on employees
for each row when (old.begins_at <> new.begins_at) execute function report_totals_begin();

-- A badge that was revoked does not count.
create function report_totals_add_badge() returns trigger language plpgsql as $$
begin
  insert into report_totals (company_id, unit, period, department_number, badges)
  select
    new.company_id, unit, period_of(unit, new.awarded_at),
    department_at_end(new.company_id, new.employee_number, unit, period_of(unit, new.awarded_at)),
    case when new.revoked_at is null then 1 else -1 end
  from (values ('month'), ('week')) units (unit)
  on conflict (company_id, unit, period, department_number) do update set badges = report_totals.badges + excluded.badges;
  return null;
end
$$;

create trigger report_totals_count_badges after insert on badge_awards
for each row when (new.revoked_at is null) execute function report_totals_add_badge();

create trigger report_totals_count_revoked_badges after update of revoked_at on badge_awards
for each row when ((old.revoked_at is null) <> (new.revoked_at is null)) execute function report_totals_add_badge();

create function report_totals_add_redeemer() returns trigger language plpgsql as $$
begin
  insert into report_totals (company_id, unit, period, department_number, redeemers)
  select
    new.company_id, unit, period_of(unit, new.created_at),
    department_at_end(new.company_id, new.employee_number, unit, period_of(unit, new.created_at)), 1
  from (values ('month'), ('week')) units (unit)
  where not exists (
    select 1 from redemptions r
    where r.company_id = new.company_id and r.employee_number = new.employee_number and r.entry <> new.entry
      and period_of(unit, r.created_at) = period_of(unit, new.created_at)
  )
  on conflict (company_id, unit, period, department_number)
  do update set redeemers = report_totals.redeemers + excluded.redeemers;
  return null;
end
$$;

create trigger report_totals_count_redeemers after insert on redemptions
for each row execute function report_totals_add_redeemer();

create function report_totals_add_sign_in() returns trigger language plpgsql as $$
begin
  with signed_in as (
    insert into sign_in_periods (company_id, employee_number, unit, period)
    select new.company_id, new.employee_number, unit, period_of(unit, new.last_sign_in_at)
    from (values ('month'), ('week')) units (unit)
    on conflict do nothing
    returning unit, period
  )
  insert into report_totals (company_id, unit, period, department_number, signed_in)
  select new.company_id, unit, period, department_at_end(new.company_id, new.employee_number, unit, period), 1
  from signed_in
  on conflict (company_id, unit, period, department_number)
  do update set signed_in = report_totals.signed_in + excluded.signed_in;
  return null;
end
$$;

create trigger report_totals_count_sign_ins after update of last_sign_in_at on portal_accounts
for each row when (new.employee_number is not null and new.last_sign_in_at is not null)
execute function report_totals_add_sign_in();
