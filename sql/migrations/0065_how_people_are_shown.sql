-- How people are shown on boards: what a company lets them be, and what somebody chose. Who chose nothing is shown as
-- their company has it.
alter table companies add column ranking text not null default 'named'
  check (ranking in ('named', 'opt-in', 'neighbours', 'off'));
alter table companies add column hide_names_in_api integer not null default 0 check (hide_names_in_api in (0, 1));
alter table employees add column nickname text check (
  length(nickname) between 2 and 30 and (nickname is null or erased_at is null)
);
alter table employees add column nickname_key text check ((nickname_key is null) = (nickname is null));
alter table employees add column shown_as text check (
  shown_as in ('named', 'nickname', 'hidden') and (shown_as <> 'nickname' or nickname is not null)
);

create unique index employees_by_nickname on employees (company_id, nickname_key) where nickname_key is not null;
