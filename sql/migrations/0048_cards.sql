-- Domains that a company mails nothing to: people without an email have addresses there.
create table no_email_domains (
  company_id integer not null references companies (company_id),
  domain text not null check (length(domain) between 1 and 180),
  primary key (company_id, domain)
) strict, without rowid;

-- Whether the last link of an account was printed as a card.
alter table portal_accounts add column invited_by_card integer not null default 0 check (invited_by_card in (0, 1));
