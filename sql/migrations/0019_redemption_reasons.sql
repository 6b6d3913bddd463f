-- Why a redemption was declined or refunded, as the person reads it.
alter table redemptions add column reason text check (
  reason is null or (length(reason) between 1 and 500 and status in ('declined', 'refunded'))
);

-- Still one award that is held for each person and badge; now the holders of a badge can be read in their order.
drop index badge_awards_held;
create unique index badge_awards_held
  on badge_awards (company_id, badge_code, employee_number) where revoked_at is null;
