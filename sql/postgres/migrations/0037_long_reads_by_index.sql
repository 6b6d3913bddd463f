-- A page of somebody's XP history, the days of a contest and the failed deliveries of a webhook are read by index.

create index xp_ledger_of_person on xp_ledger (company_id, employee_number, counts_at, entry, amount);
create index xp_ledger_by_day on xp_ledger (company_id, counts_at, employee_number, entry, amount);

-- The number before the state, because PostgreSQL reads in the order of a column only where those before it equal a value.
drop index employees_by_department;
create index employees_by_department on employees (company_id, department_number, number, deactivated_at);

drop index webhook_deliveries_waiting;
create index webhook_deliveries_undelivered on webhook_deliveries (company_id, webhook_entry, state, sequence)
  where state <> 'delivered';
