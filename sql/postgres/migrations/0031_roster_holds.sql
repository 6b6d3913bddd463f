-- A roster that changes many people is applied in several transactions. Until then nothing else changes the company.
alter table companies add column held_until bigint;

create table roster_holds (
  company_id bigint primary key references companies (company_id),
  token text collate "C" not null check (length(token) = 36),
  -- The company's revision when the hold began: whoever has a later one was changed by its holder.
  revision bigint not null,
  -- The run as it will be recorded, once the first of several transactions is committed.
  run text collate "C" check (run is null or (run::json) is not null)
);
