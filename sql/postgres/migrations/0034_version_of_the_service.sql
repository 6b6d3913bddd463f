-- The version of the program that served the data last.
alter table deployment add column served_by text collate "C";
