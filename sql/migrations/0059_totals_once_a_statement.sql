-- PostgreSQL's triggers add up once a statement. SQLite has none that could.
select 1;
