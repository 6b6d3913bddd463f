-- SQLite's trigger is written anew here. PostgreSQL's counts once already.
select 1;
