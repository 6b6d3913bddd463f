-- What is said to people of a company, on a wall, or to an account; an account or a wall without one has that of others.
alter table companies add column language text not null default 'en' check (length(language) between 2 and 10);
alter table portal_accounts add column language text check (length(language) between 2 and 10);
alter table walls add column language text check (length(language) between 2 and 10);
