-- What people did in each month and week, added up by department, so that a report of a year reads totals and no ledger.

-- When the company was changed last. Triggers know no other time.
alter table companies add column revised_at integer not null default 0;
-- Who signed in is not known of any time before.
alter table companies add column sign_ins_since integer not null default 0;
update companies set sign_ins_since = strftime('%s', 'now') * 1000;

-- When the time of somebody in the company began: the earliest of the first day, the day they were added and the first XP.
alter table employees add column begins_at integer not null default 0;
update employees
set begins_at = max(0, min(
  created_at,
  coalesce(strftime('%s', first_day) * 1000, created_at),
  coalesce(
    (
      select min(l.counts_at) from xp_ledger l
      where l.company_id = employees.company_id and l.employee_number = employees.number
    ),
    created_at
  )
));

-- Where somebody was and whether they were active, until that changed. What has not changed stands in employees.
create table former_placements (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  until integer not null,
  -- Those of that moment.
  month integer not null,
  week integer not null,
  -- 0 for none.
  department_number integer not null,
  is_active integer not null check (is_active in (0, 1)),
  primary key (company_id, employee_number, until),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

-- Of those who left and came back only the last time is known.
insert into former_placements (company_id, employee_number, until, month, week, department_number, is_active)
select
  company_id, number, until, strftime('%Y', until / 1000, 'unixepoch') * 12 + strftime('%m', until / 1000, 'unixepoch') - 1,
  (until / 86400000 + 3) / 7, coalesce(department_number, 0), 1
from (
  select company_id, number, department_number, max(deactivated_at, created_at) as until
  from employees where deactivated_at is not null
) gone;

create table sign_in_periods (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  unit text not null check (unit in ('month', 'week')),
  period integer not null,
  primary key (company_id, employee_number, unit, period),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

create table report_totals (
  company_id integer not null references companies (company_id),
  unit text not null check (unit in ('month', 'week')),
  -- Months from the year 0 on, weeks from that of the first of January 1970 on.
  period integer not null,
  -- Where people were when it ended, or are; 0 for nowhere.
  department_number integer not null,
  -- By how much the people and their coins became more: all up to a period are what it ends with.
  people integer not null default 0,
  coins_held integer not null default 0,
  joiners integer not null default 0,
  leavers integer not null default 0,
  participants integer not null default 0,
  signed_in integer not null default 0,
  redeemers integer not null default 0,
  xp integer not null default 0,
  coins_earned integer not null default 0,
  coins_spent integer not null default 0,
  badges integer not null default 0,
  primary key (company_id, unit, period, department_number)
) strict, without rowid;

-- The XP of a person, of each of their months, and when their time in the company begins.
drop trigger xp_ledger_adds_up;

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
      begins_at = min(begins_at, new.counts_at),
      revision = (select revision from companies where company_id = new.company_id)
  where company_id = new.company_id and number = new.employee_number;
end;

-- What somebody did in the month and week that go on moves with them.
create trigger report_totals_follow_employees after update of department_number, deactivated_at, first_day on employees
when old.department_number is not new.department_number
  or (old.deactivated_at is null) <> (new.deactivated_at is null)
  or old.first_day is not new.first_day
begin
  insert into former_placements (company_id, employee_number, until, month, week, department_number, is_active)
  select
    new.company_id, new.number, until,
    strftime('%Y', until / 1000, 'unixepoch') * 12 + strftime('%m', until / 1000, 'unixepoch') - 1,
    (until / 86400000 + 3) / 7, coalesce(old.department_number, 0), old.deactivated_at is null
  from (
    select max(
      c.revised_at, new.created_at,
      coalesce((select max(f.until) from former_placements f where f.company_id = new.company_id and f.employee_number = new.number), 0)
    ) as until
    from companies c where c.company_id = new.company_id
  ) moment
  where old.department_number is not new.department_number
    or (old.deactivated_at is null) <> (new.deactivated_at is null)
  -- What lasted no time never was.
  on conflict do nothing;

  insert into report_totals (
    company_id, unit, period, department_number, people, coins_held, joiners, leavers, participants, signed_in,
    redeemers, xp, coins_earned, coins_spent, badges
  )
  select
    new.company_id, unit, period, placement.department_number, sign * is_active, sign * is_active * new.coins,
    sign * (max(was_there, is_active) and not was_before), sign * (was_there and not is_active),
    sign * (gained and max(was_there, is_active)), sign * signed_in, sign * redeemed, sign * xp, sign * coins_earned,
    sign * coins_spent, sign * badges
  from (
    select
      p.unit, p.period,
      exists (
        select 1 from former_placements f where f.company_id = new.company_id and f.employee_number = new.number and f.until >= p.starts_at and f.is_active = 1
      ) as was_there,
      new.begins_at < p.starts_at and (
        select f.is_active from former_placements f where f.company_id = new.company_id and f.employee_number = new.number and f.until >= p.starts_at
        order by f.until limit 1
      ) as was_before,
      exists (
        select 1 from xp_ledger l
        where l.company_id = new.company_id and l.employee_number = new.number and l.counts_at >= p.starts_at and l.counts_at < p.ends_at and l.amount > 0
      ) as gained,
      exists (
        select 1 from sign_in_periods s where s.company_id = new.company_id and s.employee_number = new.number and s.unit = p.unit and s.period = p.period
      ) as signed_in,
      exists (
        select 1 from redemptions r
        where r.company_id = new.company_id and r.employee_number = new.number and r.created_at >= p.starts_at and r.created_at < p.ends_at
      ) as redeemed,
      (
        select coalesce(sum(l.amount), 0) from xp_ledger l
        where l.company_id = new.company_id and l.employee_number = new.number and l.counts_at >= p.starts_at and l.counts_at < p.ends_at
      ) as xp,
      (
        select coalesce(sum(l.amount), 0) from coin_ledger l
        where l.company_id = new.company_id and l.employee_number = new.number and l.recorded_at >= p.starts_at and l.recorded_at < p.ends_at and l.source is not 'shop'
      ) as coins_earned,
      (
        select coalesce(-sum(l.amount), 0) from coin_ledger l
        where l.company_id = new.company_id and l.employee_number = new.number and l.recorded_at >= p.starts_at and l.recorded_at < p.ends_at and l.source = 'shop'
      ) as coins_spent,
      (
        select count(*) from badge_awards a
        where a.company_id = new.company_id and a.employee_number = new.number and a.awarded_at >= p.starts_at and a.awarded_at < p.ends_at and a.revoked_at is null
      ) as badges
    from (
      select
        unit, iif(unit = 'month', month, week) as period,
        iif(
          unit = 'month', strftime('%s', until / 1000, 'unixepoch', 'start of month') * 1000, (week * 7 - 3) * 86400000
        ) as starts_at,
        iif(
          unit = 'month', strftime('%s', until / 1000, 'unixepoch', 'start of month', '+1 month') * 1000,
          (week * 7 + 4) * 86400000
        ) as ends_at
      from (
        select f.month, f.week, f.until from former_placements f where f.company_id = new.company_id and f.employee_number = new.number order by f.until desc limit 1
      ) latest
      cross join (select 'month' as unit union all select 'week') units
    ) p
  ) done
  cross join (
    select
      -1 as sign, coalesce(old.department_number, 0) as department_number, old.deactivated_at is null as is_active
    union all
    select 1, coalesce(new.department_number, 0), new.deactivated_at is null
  ) placement
  where old.department_number is not new.department_number
    or (old.deactivated_at is null) <> (new.deactivated_at is null)
  on conflict (company_id, unit, period, department_number) do update set
    people = people + excluded.people, coins_held = coins_held + excluded.coins_held,
    joiners = joiners + excluded.joiners, leavers = leavers + excluded.leavers,
    participants = participants + excluded.participants, signed_in = signed_in + excluded.signed_in,
    redeemers = redeemers + excluded.redeemers, xp = xp + excluded.xp,
    coins_earned = coins_earned + excluded.coins_earned, coins_spent = coins_spent + excluded.coins_spent,
    badges = badges + excluded.badges;

  update employees
  set begins_at = max(0, min(
    created_at,
    coalesce(strftime('%s', first_day) * 1000, created_at),
    coalesce((select min(l.counts_at) from xp_ledger l where l.company_id = new.company_id and l.employee_number = new.number), created_at)
  ))
  where company_id = new.company_id and number = new.number and old.first_day is not new.first_day;
end;

-- Somebody's time in the company begins at another moment: always in their first placement.
create trigger report_totals_follow_beginnings after update of begins_at on employees
when old.begins_at <> new.begins_at
begin
  insert into report_totals (company_id, unit, period, department_number, people, joiners)
  select
    new.company_id, unit, period,
    iif(
      counts_joiner,
      coalesce(
        (
          select f.department_number from former_placements f
          where f.company_id = new.company_id and f.employee_number = new.number and iif(unit = 'month', f.month, f.week) > period
          order by f.until limit 1
        ),
        new.department_number, 0
      ),
      coalesce(
        (select f.department_number from former_placements f where f.company_id = new.company_id and f.employee_number = new.number order by f.until limit 1),
        new.department_number, 0
      )
    ),
    iif(counts_joiner, 0, sign), iif(counts_joiner, sign, 0)
  from (
    select
      sign, unit, counts_joiner,
      iif(
        unit = 'month', strftime('%Y', at / 1000, 'unixepoch') * 12 + strftime('%m', at / 1000, 'unixepoch') - 1,
        (at / 86400000 + 3) / 7
      ) as period
    from (select -1 as sign, old.begins_at as at union all select 1, new.begins_at) beginnings
    cross join (select 'month' as unit union all select 'week') units
    cross join (select 0 as counts_joiner union all select 1) sums
  ) begun
  where coalesce(
    (select f.is_active from former_placements f where f.company_id = new.company_id and f.employee_number = new.number order by f.until limit 1),
    new.deactivated_at is null
  )
  on conflict (company_id, unit, period, department_number) do update set
    people = people + excluded.people, joiners = joiners + excluded.joiners;
end;

-- A badge that was revoked does not count.
create trigger report_totals_count_badges after insert on badge_awards
when new.revoked_at is null
begin
  insert into report_totals (company_id, unit, period, department_number, badges)
  select
    new.company_id, unit, period,
    coalesce(
      (
        select f.department_number from former_placements f
        where f.company_id = new.company_id and f.employee_number = new.employee_number
          and iif(unit = 'month', f.month, f.week) > period
        order by f.until limit 1
      ),
      (select e.department_number from employees e where e.company_id = new.company_id and e.number = new.employee_number),
      0
    ),
    1
  from (
    select
      'month' as unit, strftime('%Y', new.awarded_at / 1000, 'unixepoch') * 12 + strftime('%m', new.awarded_at / 1000, 'unixepoch') - 1 as period
    union all
    select 'week', (new.awarded_at / 86400000 + 3) / 7
  ) p
  where true
  on conflict (company_id, unit, period, department_number) do update set badges = badges + excluded.badges;
end;

create trigger report_totals_count_revoked_badges after update of revoked_at on badge_awards
when (old.revoked_at is null) <> (new.revoked_at is null)
begin
  insert into report_totals (company_id, unit, period, department_number, badges)
  select
    new.company_id, unit, period,
    coalesce(
      (
        select f.department_number from former_placements f
        where f.company_id = new.company_id and f.employee_number = new.employee_number
          and iif(unit = 'month', f.month, f.week) > period
        order by f.until limit 1
      ),
      (select e.department_number from employees e where e.company_id = new.company_id and e.number = new.employee_number),
      0
    ),
    iif(new.revoked_at is null, 1, -1)
  from (
    select
      'month' as unit, strftime('%Y', new.awarded_at / 1000, 'unixepoch') * 12 + strftime('%m', new.awarded_at / 1000, 'unixepoch') - 1 as period
    union all
    select 'week', (new.awarded_at / 86400000 + 3) / 7
  ) p
  where true
  on conflict (company_id, unit, period, department_number) do update set badges = badges + excluded.badges;
end;

create trigger report_totals_count_redeemers after insert on redemptions
begin
  insert into report_totals (company_id, unit, period, department_number, redeemers)
  select
    new.company_id, unit, period,
    coalesce(
      (
        select f.department_number from former_placements f
        where f.company_id = new.company_id and f.employee_number = new.employee_number
          and iif(unit = 'month', f.month, f.week) > period
        order by f.until limit 1
      ),
      (select e.department_number from employees e where e.company_id = new.company_id and e.number = new.employee_number),
      0
    ),
    1
  from (
    select
      'month' as unit, strftime('%Y', new.created_at / 1000, 'unixepoch') * 12 + strftime('%m', new.created_at / 1000, 'unixepoch') - 1 as period
    union all
    select 'week', (new.created_at / 86400000 + 3) / 7
  ) p
  where not exists (
    select 1 from redemptions r
    where r.company_id = new.company_id and r.employee_number = new.employee_number and r.entry <> new.entry
      and period = iif(
        unit = 'month',
        strftime('%Y', r.created_at / 1000, 'unixepoch') * 12 + strftime('%m', r.created_at / 1000, 'unixepoch') - 1,
        (r.created_at / 86400000 + 3) / 7
      )
  )
  on conflict (company_id, unit, period, department_number) do update set redeemers = redeemers + excluded.redeemers;
end;

create trigger report_totals_count_sign_ins after update of last_sign_in_at on portal_accounts
when new.employee_number is not null and new.last_sign_in_at is not null
begin
  insert into report_totals (company_id, unit, period, department_number, signed_in)
  select
    new.company_id, unit, period,
    coalesce(
      (
        select f.department_number from former_placements f
        where f.company_id = new.company_id and f.employee_number = new.employee_number
          and iif(unit = 'month', f.month, f.week) > period
        order by f.until limit 1
      ),
      (select e.department_number from employees e where e.company_id = new.company_id and e.number = new.employee_number),
      0
    ),
    1
  from (
    select
      'month' as unit, strftime('%Y', new.last_sign_in_at / 1000, 'unixepoch') * 12 + strftime('%m', new.last_sign_in_at / 1000, 'unixepoch') - 1 as period
    union all
    select 'week', (new.last_sign_in_at / 86400000 + 3) / 7
  ) p
  where not exists (
    select 1 from sign_in_periods s
    where s.company_id = new.company_id and s.employee_number = new.employee_number and s.unit = p.unit
      and s.period = p.period
  )
  on conflict (company_id, unit, period, department_number) do update set signed_in = signed_in + excluded.signed_in;

  insert into sign_in_periods (company_id, employee_number, unit, period)
  values
    (
      new.company_id, new.employee_number, 'month',
      strftime('%Y', new.last_sign_in_at / 1000, 'unixepoch') * 12 + strftime('%m', new.last_sign_in_at / 1000, 'unixepoch') - 1
    ),
    (new.company_id, new.employee_number, 'week', (new.last_sign_in_at / 86400000 + 3) / 7)
  on conflict do nothing;
end;
