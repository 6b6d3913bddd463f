-- Badges that many people are given are counted once a statement, as what people have is. What an update leaves as it was
-- is taken away and added again.

-- Counts badges of active people as held, or with -1 as no longer held.
create function add_holders(company bigint, numbers bigint[], codes text[], sign integer) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update badges
  set holders = badges.holders + sign * held.people
  from (
    select a.code, count(*) as people
    from unnest(numbers, codes) a (number, code)
    join employees e on e.company_id = company and e.number = a.number and e.deactivated_at is null
    group by a.code
  ) held
  where badges.company_id = company and badges.code = held.code;
end
$$;

drop trigger badge_awards_count_changes on badge_awards;
drop trigger badge_awards_count_deleted on badge_awards;
drop trigger badge_awards_count_new on badge_awards;

create or replace function badge_awards_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    perform add_holders(company_id, array_agg(employee_number), array_agg(badge_code), 1)
    from new_rows where revoked_at is null group by company_id;
  end if;
  if tg_op <> 'INSERT' then
    perform add_holders(company_id, array_agg(employee_number), array_agg(badge_code), -1)
    from old_rows where revoked_at is null group by company_id;
  end if;
  return null;
end
$$;

create trigger badge_awards_count_changes after update on badge_awards
referencing old table as old_rows new table as new_rows
for each statement execute function badge_awards_count();

create trigger badge_awards_count_deleted after delete on badge_awards referencing old table as old_rows
for each statement execute function badge_awards_count();

create trigger badge_awards_count_new after insert on badge_awards referencing new table as new_rows
for each statement execute function badge_awards_count();

-- Adds badges to the totals of when they were awarded, or with -1 takes them away.
create function add_badges(company bigint, numbers bigint[], moments bigint[], sign integer) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into report_totals (company_id, unit, period, department_number, badges)
  select company, unit, period, department_at_end(company, number, unit, period), sign * count(*)
  from (
    select number, unit, period_of(unit, moment) as period
    from unnest(numbers, moments) a (number, moment) cross join (values ('month'), ('week')) units (unit)
  ) awarded
  group by 2, 3, 4
  on conflict (company_id, unit, period, department_number) do update set badges = report_totals.badges + excluded.badges;
end
$$;

drop trigger report_totals_count_badges on badge_awards;
drop trigger report_totals_count_revoked_badges on badge_awards;

-- A badge that was revoked does not count.
create or replace function report_totals_add_badge() returns trigger language plpgsql as $$
begin
  perform add_badges(company_id, array_agg(employee_number), array_agg(awarded_at), 1)
  from new_rows where revoked_at is null group by company_id;
  if tg_op = 'UPDATE' then
    perform add_badges(company_id, array_agg(employee_number), array_agg(awarded_at), -1)
    from old_rows where revoked_at is null group by company_id;
  end if;
  return null;
end
$$;

create trigger report_totals_count_badges after insert on badge_awards referencing new table as new_rows
for each statement execute function report_totals_add_badge();

create trigger report_totals_count_revoked_badges after update on badge_awards
referencing old table as old_rows new table as new_rows
for each statement execute function report_totals_add_badge();
