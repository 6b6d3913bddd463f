-- How people are shown on boards: what a company lets them be, and what somebody chose. Who chose nothing is shown as
-- their company has it.
alter table companies
  add column ranking text collate "C" not null default 'named' check (ranking in ('named', 'opt-in', 'neighbours', 'off')),
  add column hide_names_in_api bigint not null default 0 check (hide_names_in_api in (0, 1));
alter table employees
  add column shown_as text collate "C",
  add column nickname text collate "C" check (
    length(nickname) between 2 and 30 and (nickname is null or erased_at is null)
  ),
  add column nickname_key text collate "C",
  add check (shown_as in ('named', 'nickname', 'hidden') and (shown_as <> 'nickname' or nickname is not null)),
  add check ((nickname_key is null) = (nickname is null));

create unique index employees_by_nickname on employees (company_id, nickname_key) where nickname_key is not null;
