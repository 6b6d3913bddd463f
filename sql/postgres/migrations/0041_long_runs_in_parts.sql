-- What a long run changed, a thousand entries to a row, so that an erasure rewrites what is about one person and no more.
-- The first of them are in `sync_runs`. Runs of earlier versions have all of them there.

create table sync_run_changes (
  company_id bigint not null references companies (company_id) deferrable,
  -- That of the run. These rows come before it where a run is made in several transactions.
  entry bigint not null,
  part bigint not null check (part > 0),
  -- The least and the greatest number of the people it is about.
  first_person bigint,
  last_person bigint,
  changes text collate "C" not null check ((changes::json) is not null),
  primary key (company_id, entry, part)
);
