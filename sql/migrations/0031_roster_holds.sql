-- A roster that changes many people is applied in several transactions. Until then nothing else changes the company.
alter table companies add column held_until integer;

create table roster_holds (
  company_id integer primary key references companies (company_id),
  token text not null check (length(token) = 36),
  -- The company's revision when the hold began: whoever has a later one was changed by its holder.
  revision integer not null,
  -- The run as it will be recorded, once the first of several transactions is committed.
  run text check (run is null or json_valid(run))
) strict;
