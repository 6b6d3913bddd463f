-- Of how many people on numbers about a department are shown, and whether managers see their people one by one.
alter table companies add column smallest_group integer not null default 5 check (smallest_group between 3 and 20);
alter table companies add column managers_see_people integer not null default 1 check (managers_see_people in (0, 1));
