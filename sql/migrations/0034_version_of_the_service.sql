-- The version of the program that served the data last. While a service holds its lock, that is the one which serves.
alter table deployment add column served_by text;
