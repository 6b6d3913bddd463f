-- Who signs in to the portal. An account that belongs to an employee has their email, name and role; any other has its own.
create table portal_accounts (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  employee_number integer,
  -- Null until the first sign-in by a link that was made without an address.
  email text check (length(email) between 1 and 256),
  email_key text,
  role text check (role in ('owner', 'admin', 'viewer')),
  password_hash text,
  -- Hash and end of the one link that has not been used; a new link replaces it.
  link_hash blob unique check (length(link_hash) = 32),
  link_expires_at integer,
  created_at integer not null,
  disabled_at integer,
  last_sign_in_at integer,
  primary key (company_id, entry),
  unique (company_id, id),
  unique (company_id, email_key),
  unique (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number),
  check ((employee_number is null) = (role is not null)),
  check (employee_number is null or email is null),
  check ((email is null) = (email_key is null)),
  check ((link_hash is null) = (link_expires_at is null))
) strict, without rowid;

create table portal_sessions (
  company_id integer not null references companies (company_id),
  account_entry integer not null,
  entry integer not null,
  id text not null check (length(id) = 36),
  hash blob not null unique check (length(hash) = 32),
  created_at integer not null,
  last_used_at integer not null,
  client text not null,
  browser text not null,
  primary key (company_id, account_entry, entry),
  foreign key (company_id, account_entry) references portal_accounts (company_id, entry)
) strict, without rowid;

-- Sessions end with what they were opened with.
create trigger portal_sessions_end_with_account after update of role, disabled_at, password_hash on portal_accounts
when (old.role, old.disabled_at, old.password_hash) is not (new.role, new.disabled_at, new.password_hash)
begin
  delete from portal_sessions where company_id = new.company_id and account_entry = new.entry;
end;

create trigger portal_sessions_end_with_employee after update of is_admin, portal_role, deactivated_at on employees
when (old.is_admin, old.portal_role, old.deactivated_at) is not (new.is_admin, new.portal_role, new.deactivated_at)
begin
  delete from portal_sessions
  where company_id = new.company_id
    and account_entry = (
      select entry from portal_accounts
      where company_id = new.company_id and employee_number = new.number
    );
end;
