-- What monitoring asks of each company: the last run by source and outcome, and the last XP import.
create index sync_runs_by_source on sync_runs (company_id, source, outcome, entry) where kind = 'sync';

create index audit_log_xp_imports on audit_log (company_id, entry) where action = 'xp.import';

-- The last backup that was completed; null before the first.
alter table deployment add column last_backup_at integer;
alter table deployment add column last_backup_bytes integer;
