-- The day on which a person starts at the company, such as 2026-11-16.
alter table employees add column first_day text check (
  length(first_day) = 10 and (first_day is null or erased_at is null)
);
