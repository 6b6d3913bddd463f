-- How many active people hold a badge, kept so that the catalogue does not count awards on every read.
alter table badges add column holders integer not null default 0 check (holders >= 0);

update badges set holders = (
  select count(*)
  from badge_awards a
  join employees e on e.company_id = a.company_id and e.number = a.employee_number
  where a.company_id = badges.company_id and a.badge_code = badges.code
    and a.revoked_at is null and e.deactivated_at is null
);

create trigger badge_awards_count_new after insert on badge_awards
when new.revoked_at is null
begin
  update badges set holders = holders + 1
  where company_id = new.company_id and code = new.badge_code
    and exists (
      select 1 from employees
      where company_id = new.company_id and number = new.employee_number and deactivated_at is null
    );
end;

create trigger badge_awards_count_changes after update of revoked_at on badge_awards
when (old.revoked_at is null) <> (new.revoked_at is null)
begin
  update badges set holders = holders + iif(new.revoked_at is null, 1, -1)
  where company_id = new.company_id and code = new.badge_code
    and exists (
      select 1 from employees
      where company_id = new.company_id and number = new.employee_number and deactivated_at is null
    );
end;

create trigger badge_awards_count_deleted after delete on badge_awards
when old.revoked_at is null
begin
  update badges set holders = holders - 1
  where company_id = old.company_id and code = old.badge_code
    and exists (
      select 1 from employees
      where company_id = old.company_id and number = old.employee_number and deactivated_at is null
    );
end;

create trigger employees_count_as_holders after update of deactivated_at on employees
when (old.deactivated_at is null) <> (new.deactivated_at is null)
begin
  update badges set holders = holders + iif(new.deactivated_at is null, 1, -1)
  where company_id = new.company_id
    and code in (
      select badge_code
      from badge_awards
      where company_id = new.company_id and employee_number = new.number and revoked_at is null
    );
end;
