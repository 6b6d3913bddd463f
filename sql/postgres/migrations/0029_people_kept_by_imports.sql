-- People whom the last import of everybody lacked and left active: because their address stood in it under another
-- number, or because of their role. Somebody decides about each of them once.
create table kept_people (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  reason text collate "C" not null check (reason in ('renumbered', 'role')),
  -- The first import that lacked them.
  since bigint not null,
  decided_at bigint,
  primary key (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);

-- What changes the reason is a decision.
create function employees_decide_about_kept() returns trigger language plpgsql as $$
begin
  delete from kept_people where company_id = new.company_id and employee_number = new.number;
  return null;
end
$$;

create trigger kept_people_follow_employees
after update of external_id, is_admin, portal_role, deactivated_at on employees
for each row when (
  (old.external_id, old.is_admin, old.portal_role, old.deactivated_at)
    is distinct from (new.external_id, new.is_admin, new.portal_role, new.deactivated_at)
)
execute function employees_decide_about_kept();
