-- What stays on record of a deleted company and of its sandbox. Their numbers are never used again: a running
-- service keeps rankings and responses by the number of a company.
create table deleted_companies (
  company_id integer primary key,
  id text not null check (length(id) = 36),
  mode text not null check (mode in ('live', 'test')),
  deleted_at integer not null,
  actor text not null
) strict;
