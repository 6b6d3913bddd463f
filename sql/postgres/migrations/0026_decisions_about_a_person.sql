-- XP and coins are given to random people all the time. Such decisions are found by the times in the ledgers of a person,
-- so that this index is spared them.
drop index audit_log_by_target;
create index audit_log_by_target on audit_log (company_id, target_id, entry)
  where action not in ('xp.award', 'coins.grant');

drop index audit_log_by_time;
create index audit_log_by_time on audit_log (company_id, at, target_id, entry);
