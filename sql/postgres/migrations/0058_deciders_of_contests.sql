-- The accounts that made, changed or closed a contest, as actors of the audit log: its prizes are theirs by somebody else alone.
alter table contests add column deciders text collate "C" not null default '[]';
