-- In which moments are shown to people. Months, contests and the API stay in UTC.
alter table companies add column time_zone text collate "C" not null default 'UTC' check (length(time_zone) between 1 and 100);
