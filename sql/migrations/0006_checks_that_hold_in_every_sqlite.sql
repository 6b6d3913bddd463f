-- Before SQLite 3.45 json_valid(null) was false, so that such a SQLite found fault with every healthy file. The table
-- is made anew, because a check cannot be altered.
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
select company_id, entry, at, actor, action, target_kind, target_id, before, after from audit_log_before;

drop table audit_log_before;
