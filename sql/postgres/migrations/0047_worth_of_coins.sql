-- What 100 coins are worth, in hundredths of the unit of a currency; 0 says nothing. A sandbox goes by its company.
alter table companies add column worth_of_100_coins bigint not null default 0 check (worth_of_100_coins between 0 and 10000000);
alter table companies add column currency text collate "C" not null default 'EUR' check (length(currency) = 3);
