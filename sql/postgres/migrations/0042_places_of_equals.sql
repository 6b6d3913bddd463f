-- How new contests place people with the same XP, unless they say otherwise. A sandbox goes by its company.
alter table companies add column ties text collate "C" not null default 'shared' check (ties in ('shared', 'first'));
