-- What happened in a company, in the order of the commits: `sequence` counts without gaps, and a number is never used
-- again. `data` holds ids and numbers; what identifies a person is read from their own row.
create table events (
  company_id integer not null references companies (company_id),
  sequence integer not null check (sequence >= 1),
  id text not null check (length(id) = 36),
  type text not null,
  at integer not null,
  employee_number integer,
  data text not null check (json_valid(data)),
  primary key (company_id, sequence),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

create trigger events_are_never_rewritten before update on events
begin
  select raise(abort, 'events are never changed');
end;

alter table companies add column next_event integer not null default 1;

-- When the event about a key's expiry was written: there is one per key.
alter table api_keys add column expiry_noted_at integer;
