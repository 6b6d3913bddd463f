-- What triggers add up, they add up once a statement: a row that is changed again for each person leaves a version of it
-- for each, through all of which the next change has to go.
--
-- Rows of a statement are taken as arrays, of one company after another, so that they can be sent to the node of a company.
-- One plan, made once, is good for one row and for many: it reads by keys, whatever is known of the tables.

-- The XP of people, of each of their months, and when their time in the company begins.
drop trigger xp_ledger_adds_up on xp_ledger;

create or replace function xp_ledger_add() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c record;
begin
  for c in
    select company_id, array_agg(employee_number) as numbers, array_agg(amount) as amounts, array_agg(counts_at) as moments
    from new_rows group by company_id
  loop
    insert into xp_months (company_id, employee_number, month, xp)
    select c.company_id, number, month_of(moment), sum(amount)
    from unnest(c.numbers, c.amounts, c.moments) entries (number, amount, moment)
    group by number, month_of(moment)
    on conflict (company_id, employee_number, month) do update set xp = xp_months.xp + excluded.xp;
    update employees
    set xp = employees.xp + added.xp,
        begins_at = least(employees.begins_at, added.first),
        revision = (select revision from companies where company_id = c.company_id)
    from (
      select number, sum(amount)::bigint as xp, min(moment) as first
      from unnest(c.numbers, c.amounts, c.moments) entries (number, amount, moment)
      group by number
    ) added
    where employees.company_id = c.company_id and employees.number = added.number;
  end loop;
  return null;
end
$$;

create trigger xp_ledger_adds_up after insert on xp_ledger referencing new table as new_rows
for each statement execute function xp_ledger_add();

drop trigger coin_ledger_adds_up on coin_ledger;

create or replace function coin_ledger_add() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c record;
begin
  for c in
    select company_id, array_agg(employee_number) as numbers, array_agg(amount) as amounts
    from new_rows group by company_id
  loop
    update employees
    set coins = employees.coins + added.coins,
        revision = (select revision from companies where company_id = c.company_id)
    from (
      select number, sum(amount)::bigint as coins
      from unnest(c.numbers, c.amounts) entries (number, amount)
      group by number
    ) added
    where employees.company_id = c.company_id and employees.number = added.number;
  end loop;
  return null;
end
$$;

create trigger coin_ledger_adds_up after insert on coin_ledger referencing new table as new_rows
for each statement execute function coin_ledger_add();

-- What people did in the month and week that go on moves with them. A trigger that sees all rows cannot name columns.
drop trigger report_totals_follow_employees on employees;
drop trigger report_totals_follow_beginnings on employees;

create or replace function report_totals_follow() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c record;
begin
  for c in
    select
      company_id, array_agg(number) as numbers, array_agg(created_at) as created, array_agg(coins) as coins,
      array_agg(was_in) as was_in, array_agg(was_active) as was_active, array_agg(is_in) as is_in,
      array_agg(is_active) as is_active, array_agg(begins_at) as begins,
      bool_or(was_in <> is_in or was_active <> is_active) as any_moved,
      array_agg(number) filter (where had_first_day is distinct from has_first_day) as with_first_days
    from (
      select
        company_id, number, max(created_at) as created_at, max(coins) filter (where is_new) as coins,
        max(department) filter (where not is_new) as was_in, max(department) filter (where is_new) as is_in,
        max(active) filter (where not is_new) as was_active, max(active) filter (where is_new) as is_active,
        max(begins_at) filter (where is_new) as begins_at,
        max(first_day) filter (where not is_new) as had_first_day, max(first_day) filter (where is_new) as has_first_day
      from (
        select
          false as is_new, company_id, number, created_at, coins, coalesce(department_number, 0) as department,
          (deactivated_at is null)::integer as active, begins_at, first_day
        from old_rows
        union all
        select
          true, company_id, number, created_at, coins, coalesce(department_number, 0), (deactivated_at is null)::integer,
          begins_at, first_day
        from new_rows
      ) versions
      group by company_id, number
    ) people
    where was_in <> is_in or was_active <> is_active or had_first_day is distinct from has_first_day
    group by company_id
  loop
    if c.any_moved then
      insert into former_placements (company_id, employee_number, until, month, week, department_number, is_active)
      select c.company_id, number, until, period_of('month', until), period_of('week', until), was_in, was_active
      from (
        select p.number, p.was_in, p.was_active, greatest(companies.revised_at, p.created_at, (
          select max(f.until) from former_placements f where f.company_id = c.company_id and f.employee_number = p.number
        )) as until
        from companies cross join unnest(c.numbers, c.created, c.was_in, c.was_active, c.is_in, c.is_active)
          p (number, created_at, was_in, was_active, is_in, is_active)
        where companies.company_id = c.company_id and (p.was_in <> p.is_in or p.was_active <> p.is_active)
      ) ended
      -- What lasted no time never was.
      on conflict do nothing;

      insert into report_totals (
        company_id, unit, period, department_number, people, coins_held, joiners, leavers, participants, signed_in,
        redeemers, xp, coins_earned, coins_spent, badges
      )
      select
        c.company_id, unit, period, department_number, sum(sign * active), sum(sign * active * coins),
        sum(case when was_before then 0 else sign * greatest(was_there, active) end),
        sum(sign * was_there * (1 - active)),
        sum(case when gained then sign * greatest(was_there, active) else 0 end), sum(sign * signed_in),
        sum(sign * redeemed), sum(sign * xp), sum(sign * earned), sum(sign * spent), sum(sign * badges)
      from (
        select
          p.*, moment.until, unit, period_of(unit, moment.until) as period,
          period_begins(unit, period_of(unit, moment.until)) as starts,
          period_begins(unit, period_of(unit, moment.until) + 1) as ends
        from unnest(c.numbers, c.coins, c.was_in, c.was_active, c.is_in, c.is_active, c.begins)
          p (number, coins, was_in, was_active, is_in, is_active, begins_at)
        cross join lateral (
          select max(f.until) as until from former_placements f
          where f.company_id = c.company_id and f.employee_number = p.number
        ) moment
        cross join (values ('month'), ('week')) units (unit)
        where p.was_in <> p.is_in or p.was_active <> p.is_active
        -- Begin and end of a period are found once.
        offset 0
      ) g
      cross join lateral (
        select
          max(f.is_active) as was_there,
          g.begins_at < g.starts and (array_agg(f.is_active order by f.until))[1] = 1 as was_before
        from former_placements f
        where f.company_id = c.company_id and f.employee_number = g.number and f.until >= g.starts
      ) placed
      cross join lateral (
        select coalesce(bool_or(l.amount > 0), false) as gained, coalesce(sum(l.amount), 0) as xp from xp_ledger l
        where l.company_id = c.company_id and l.employee_number = g.number and l.counts_at >= g.starts and l.counts_at < g.ends
      ) x
      cross join lateral (
        select
          coalesce(sum(l.amount) filter (where l.source is distinct from 'shop'), 0) as earned,
          coalesce(-sum(l.amount) filter (where l.source = 'shop'), 0) as spent
        from coin_ledger l
        where l.company_id = c.company_id and l.employee_number = g.number and l.recorded_at >= g.starts
          and l.recorded_at < g.ends
      ) paid
      cross join lateral (
        select count(*) as signed_in from sign_in_periods s
        where s.company_id = c.company_id and s.employee_number = g.number and s.unit = g.unit and s.period = g.period
      ) seen
      cross join lateral (
        select least(count(*), 1) as redeemed from redemptions r
        where r.company_id = c.company_id and r.employee_number = g.number and r.created_at >= g.starts
          and r.created_at < g.ends
      ) bought
      cross join lateral (
        select count(*) as badges from badge_awards a
        where a.company_id = c.company_id and a.employee_number = g.number and a.awarded_at >= g.starts
          and a.awarded_at < g.ends and a.revoked_at is null
      ) honoured
      cross join lateral (
        values (-1, g.was_in, g.was_active), (1, g.is_in, g.is_active)
      ) placement (sign, department_number, active)
      group by unit, period, department_number
      on conflict (company_id, unit, period, department_number) do update set
        people = report_totals.people + excluded.people, coins_held = report_totals.coins_held + excluded.coins_held,
        joiners = report_totals.joiners + excluded.joiners, leavers = report_totals.leavers + excluded.leavers,
        participants = report_totals.participants + excluded.participants,
        signed_in = report_totals.signed_in + excluded.signed_in,
        redeemers = report_totals.redeemers + excluded.redeemers, xp = report_totals.xp + excluded.xp,
        coins_earned = report_totals.coins_earned + excluded.coins_earned,
        coins_spent = report_totals.coins_spent + excluded.coins_spent, badges = report_totals.badges + excluded.badges;
    end if;

    if c.with_first_days is not null then
      update employees
      set begins_at = greatest(0, least(
        created_at,
        day_begins(first_day),
        (
          select min(l.counts_at) from xp_ledger l
          where l.company_id = employees.company_id and l.employee_number = employees.number
        )
      ))
      where company_id = c.company_id and number = any (c.with_first_days);
    end if;
  end loop;
  return null;
end
$$;

create trigger report_totals_follow_employees after update on employees
referencing old table as old_rows new table as new_rows
for each statement execute function report_totals_follow();

-- Somebody's time in the company begins at another moment: always in their first placement.
create or replace function report_totals_begin() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c record;
begin
  for c in
    select
      company_id, array_agg(number) as numbers, array_agg(is_in) as is_in, array_agg(is_active) as is_active,
      array_agg(began_at) as began, array_agg(begins_at) as begins
    from (
      select
        company_id, number, max(department) as is_in, max(active) as is_active, max(began_at) as began_at,
        max(begins_at) as begins_at
      from (
        select company_id, number, null::bigint as department, null::integer as active, begins_at as began_at, null::bigint as begins_at
        from old_rows
        union all
        select company_id, number, coalesce(department_number, 0), (deactivated_at is null)::integer, null, begins_at
        from new_rows
      ) versions
      group by company_id, number
    ) people
    where began_at <> begins_at
    group by company_id
  loop
    insert into report_totals (company_id, unit, period, department_number, people, joiners)
    select c.company_id, unit, period, side.department_number, sum(side.people), sum(side.joiners)
    from (
      select p.*, sign, unit, period_of(unit, moment) as period
      from unnest(c.numbers, c.is_in, c.is_active, c.began, c.begins) p (number, is_in, is_active, began_at, begins_at)
      cross join lateral (values (-1, p.began_at), (1, p.begins_at)) beginnings (sign, moment)
      cross join (values ('month'), ('week')) units (unit)
    ) g
    cross join lateral (
      select coalesce(min(f.department_number), g.is_in) as department_number, coalesce(min(f.is_active), g.is_active) as active
      from (
        select department_number, is_active from former_placements
        where company_id = c.company_id and employee_number = g.number
        order by until limit 1
      ) f
    ) first
    cross join lateral (
      values
        (first.department_number, g.sign, 0),
        (department_at_end(c.company_id, g.number, g.unit, g.period), 0, g.sign)
    ) side (department_number, people, joiners)
    where first.active = 1
    group by unit, period, side.department_number
    on conflict (company_id, unit, period, department_number) do update set
      people = report_totals.people + excluded.people, joiners = report_totals.joiners + excluded.joiners;
  end loop;
  return null;
end
$$;

create trigger report_totals_follow_beginnings after update on employees
referencing old table as old_rows new table as new_rows
for each statement execute function report_totals_begin();
