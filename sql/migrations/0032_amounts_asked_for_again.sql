-- Above these an amount that is given by hand is asked for again. A sandbox goes by its company.
alter table companies add column ask_above_xp integer not null default 10000
  check (ask_above_xp between 1 and 1000000000);
alter table companies add column ask_above_coins integer not null default 1000
  check (ask_above_coins between 1 and 1000000000);
