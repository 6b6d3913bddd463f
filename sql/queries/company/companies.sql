-- fragment: company_record
select company_id as companyId, id, name, mode, created_at as createdAt
from companies

-- name: next_id :one
select coalesce(max(company_id), 0) + 1 as companyId
from (select company_id from companies union all select company_id from deleted_companies) numbers;

-- name: create :exec
-- It tells nobody of their week until it decides to.
insert into companies (company_id, id, name, name_key, mode, live_company_id, created_at, unwanted_mail)
values (:companyId, :id, :name, :nameKey, :mode, :liveCompanyId, :now, 'digest');

-- name: rename :exec
update companies set name = :name, name_key = :nameKey where company_id = :companyId;

-- name: find_programme :one
select
  ask_above_xp as askAboveXp, ask_above_coins as askAboveCoins, ties, coins_per_100_xp as coinsPer100Xp,
  worth_of_100_coins as worthOf100Coins, currency,
  welcome_xp as welcomeXp, welcome_coins as welcomeCoins, welcome_reason as welcomeReason, about, language,
  time_zone as timeZone,
  unwanted_mail as unwantedMail, ranking, hide_names_in_api as hideNamesInApi,
  roster_authority as rosterAuthority,
  smallest_group as smallestGroup, managers_see_people as managersSeePeople
from companies
where company_id = coalesce((select live_company_id from companies where company_id = :companyId), :companyId);

-- name: set_programme :exec
update companies
set ask_above_xp = :askAboveXp, ask_above_coins = :askAboveCoins, ties = :ties,
  worth_of_100_coins = :worthOf100Coins, currency = :currency, welcome_xp = :welcomeXp,
  welcome_coins = :welcomeCoins, welcome_reason = :welcomeReason, about = :about, language = :language,
  time_zone = :timeZone,
  unwanted_mail = :unwantedMail, ranking = :ranking, hide_names_in_api = case when :hideNamesInApi then 1 else 0 end,
  roster_authority = :rosterAuthority,
  smallest_group = :smallestGroup, managers_see_people = case when :managersSeePeople then 1 else 0 end
where company_id = :companyId;

-- name: find_privacy :one
select ranking, smallest_group as smallestGroup, managers_see_people as managersSeePeople
from companies where company_id = :companyId;

-- name: find_welcome :one
select welcome_xp as xp, welcome_coins as coins, welcome_reason as reason
from companies
where company_id = coalesce((select live_company_id from companies where company_id = :companyId), :companyId);

-- name: find :one
select company_id as companyId, id, name, mode, created_at as createdAt, revision, generation
from companies where company_id = :companyId;

-- name: find_by_id :one
{{company_record}} where id = :id;

-- name: find_live_by_name :one
{{company_record}} where name_key = :nameKey and mode = 'live';

-- name: find_sandbox :one
{{company_record}} where live_company_id = :companyId;

-- name: list_ids :many
select company_id as companyId, id from companies order by company_id;

-- name: list_live :many
{{company_record}} where mode = 'live' order by company_id;

-- name: begin_revision :one
-- A held company, to which a roster is applied in several transactions, hands out neither revisions nor numbers.
-- What waited longer than others is no earlier than they are, unless their clock was wrong.
update companies
set revision = revision + 1,
    revised_at = case when revised_at between :now and :now + 3600000 then revised_at else :now end
where company_id = :companyId and held_until is null
returning revision, mode;

-- name: take_entries :one
update companies set next_entry = next_entry + :count where company_id = :companyId and held_until is null
returning next_entry - :count as first;

-- name: take_events :one
update companies set next_event = next_event + :count where company_id = :companyId and held_until is null
returning next_event - :count as first;

-- name: take_employee_numbers :one
update companies set next_employee = next_employee + :count where company_id = :companyId and held_until is null
returning next_employee - :count as first;

-- name: take_department_numbers :one
update companies set next_department = next_department + :count where company_id = :companyId and held_until is null
returning next_department - :count as first;

-- name: list_sso_domains :many
select domain from sso_domains where company_id = :companyId order by domain;

-- name: list_by_sso_domain :many
select company_id as companyId from sso_domains where domain = :domain order by company_id;

-- name: add_sso_domain :exec
insert into sso_domains (company_id, domain) values (:companyId, :domain) on conflict do nothing;

-- name: clear_sso_domains :exec
delete from sso_domains where company_id = :companyId;

-- name: list_live_sso_domains :many
select s.domain
from companies c join sso_domains s on s.company_id = c.live_company_id
where c.company_id = :companyId
order by s.domain;

-- fragment: email_domain
substr(email_key, instr(email_key, '@') + 1)

-- name: list_no_email_domains :many
select domain from no_email_domains where company_id = :companyId order by domain;

-- name: add_no_email_domain :exec
insert into no_email_domains (company_id, domain) values (:companyId, :domain);

-- name: count_at_domain :one
-- scans employees: once for each domain at which people without an email are to have their addresses.
select count(*) as count from employees where company_id = :companyId and {{email_domain}} = :domain;

-- name: count_outside_sso_domains :one
-- scans employees: a company is counted for the command line.
select count(*) as count
from employees
where company_id = :companyId and deactivated_at is null
  and exists (select 1 from sso_domains where company_id = :companyId)
  and {{email_domain}} not in (
    select domain from sso_domains where company_id = :companyId
    union all
    select domain from no_email_domains where company_id = :companyId
  );

-- name: count_contents :one
-- scans employees: a company is counted for the command line.
select
  (select count(*) from employees where company_id = :companyId and deactivated_at is null) as active,
  (select count(*) from employees where company_id = :companyId and deactivated_at is not null and erased_at is null) as deactivated,
  (select count(*) from departments where company_id = :companyId and archived_at is null) as departments,
  (select count(*) from api_keys
   where company_id = :companyId and revoked_at is null and (expires_at is null or expires_at > :now)) as keys;
