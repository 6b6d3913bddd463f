-- How a company's rosters are read, by name: what somebody chose for one is used for the next.
create table roster_profiles (
  company_id bigint not null references companies (company_id) deferrable,
  name text collate "C" not null check (length(name) between 1 and 100),
  -- JSON, as in the files of `engaged import --profile`.
  reading text collate "C" not null check (length(reading) <= 65536),
  created_at bigint not null,
  -- When a roster was last applied with it.
  used_at bigint,
  primary key (company_id, name)
);
