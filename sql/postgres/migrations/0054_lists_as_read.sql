-- Whom a list named who was not found, and the coins that the XP of a gift brought.
alter table gift_lines add column coins_for_xp bigint not null default 0;
alter table gift_lines add column said text collate "C" check (length(said) between 1 and 100);
alter table gift_lines add column said_key text collate "C";
alter table gifts add column coins_for_xp bigint;
update gifts set coins_for_xp = 0 where finished_at is not null;

-- An erasure takes away what named the person before they were known.
create index gift_lines_by_said on gift_lines (company_id, said_key, gift, line) where said_key is not null;
