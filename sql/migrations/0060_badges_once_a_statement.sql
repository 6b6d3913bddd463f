-- PostgreSQL's triggers count badges once a statement. SQLite has none that could.
select 1;
