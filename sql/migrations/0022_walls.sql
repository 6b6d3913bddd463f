-- Leaderboards for screens. Whoever has the link of one sees it; only the hash of the link's secret part is kept.
create table walls (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  token_hash blob not null unique check (length(token_hash) = 32),
  -- Null for the name of the period.
  title text check (length(title) between 1 and 60),
  period text not null check (period in ('all_time', 'this_month', 'last_3_months', 'last_year')),
  department_number integer,
  row_count integer not null check (row_count between 1 and 20),
  created_at integer not null,
  primary key (company_id, entry),
  unique (company_id, id),
  foreign key (company_id, department_number) references departments (company_id, number)
) strict, without rowid;
