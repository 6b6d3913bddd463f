-- What everybody who is added from now on is given, once; a sandbox goes by its company.
alter table companies add column welcome_xp integer not null default 0 check (welcome_xp between 0 and 1000000);
alter table companies add column welcome_coins integer not null default 0 check (welcome_coins between 0 and 1000000);
alter table companies add column welcome_reason text not null default 'Welcome' check (length(welcome_reason) between 1 and 150);
-- What the programme is about, in the company's own words.
alter table companies add column about text check (length(about) between 1 and 2000);
