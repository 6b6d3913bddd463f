-- name: create :exec
insert into redemptions (
  company_id, entry, id, employee_number, item_entry, coin_price, status, created_at, updated_at
)
values (:companyId, :entry, :id, :employeeNumber, :itemEntry, :coinPrice, 'pending', :now, :now);
