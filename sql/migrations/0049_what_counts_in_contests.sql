-- What a contest ranks by: the XP of people, or of chosen reasons; badges earned, all or chosen ones; and of departments the
-- share of their people who gained XP, or the XP per head. `teams` is the ranking of departments, kept when it is closed.
alter table contests add column counts text not null default 'xp' check (counts in ('xp', 'badges', 'participation', 'average'));
alter table contests add column reasons text not null default '[]';
alter table contests add column badges text not null default '[]';
alter table contests add column teams text check (teams is null or closed_at is not null);

-- Badges that were earned in some days are read from the index alone.
create index badge_awards_by_day on badge_awards (company_id, awarded_at, employee_number, entry, badge_code) where revoked_at is null;
