-- Domains that a company mails nothing to: people without an email have addresses there.
create table no_email_domains (
  company_id bigint not null references companies (company_id) deferrable,
  domain text collate "C" not null check (length(domain) between 1 and 180),
  primary key (company_id, domain)
);

-- Whether the last link of an account was printed as a card.
alter table portal_accounts add column invited_by_card bigint not null default 0 check (invited_by_card in (0, 1));
