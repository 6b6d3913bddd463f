-- The person at an OpenID provider who signs in to an account.
alter table portal_accounts add column issuer text;
alter table portal_accounts add column subject text check ((issuer is null) = (subject is null));

create unique index portal_accounts_by_identity on portal_accounts (subject, issuer) where subject is not null;
