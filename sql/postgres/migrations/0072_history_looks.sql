-- Who opened the history of somebody in the portal, once a day each.
create table history_looks (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  -- Days since 1970 in UTC.
  day bigint not null,
  actor text collate "C" not null,
  kind text collate "C" not null check (kind in ('history', 'export')),
  role text collate "C" not null,
  at bigint not null,
  primary key (company_id, employee_number, day, actor, kind),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);

create index history_looks_by_time on history_looks (company_id, at);
