-- Who opened the history of somebody in the portal, once a day each.
create table history_looks (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  -- Days since 1970 in UTC.
  day integer not null,
  actor text not null,
  kind text not null check (kind in ('history', 'export')),
  role text not null,
  at integer not null,
  primary key (company_id, employee_number, day, actor, kind),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

create index history_looks_by_time on history_looks (company_id, at);
