-- How a contest places people with the same XP: they share a place, or who reached it first is ahead. In contests from before
-- this step, who joined first is.
alter table contests add column ties text collate "C" not null default 'joined' check (ties in ('shared', 'first', 'joined'));
