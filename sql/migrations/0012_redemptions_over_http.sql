-- Makes a redemption that is requested twice one redemption.
alter table redemptions add column once_key text check (length(once_key) between 1 and 255);

create unique index redemptions_once on redemptions (company_id, once_key) where once_key is not null;

-- A page of the list begins at its cursor, with any filter.
create index redemptions_by_employee on redemptions (company_id, employee_number, entry);

create index redemptions_by_status on redemptions (company_id, status, entry);
