-- fragment: redemption_record
select
  r.entry, r.id, r.employee_number as employeeNumber, e.id as employeeId, e.coins,
  r.item_entry as itemEntry, i.id as itemId, i.name as itemName, i.stock_remaining as stockRemaining,
  r.coin_price as coinPrice, r.stock_taken as stockTaken, r.status, r.created_at as createdAt,
  r.updated_at as updatedAt
from redemptions r
join employees e on e.company_id = r.company_id and e.number = r.employee_number
join shop_items i on i.company_id = r.company_id and i.entry = r.item_entry

-- name: create :exec
insert into redemptions (
  company_id, entry, id, employee_number, item_entry, coin_price, stock_taken, payment_entry, status,
  created_at, updated_at
)
values (
  :companyId, :entry, :id, :employeeNumber, :itemEntry, :coinPrice, :stockTaken, :paymentEntry, 'pending',
  :now, :now
);

-- name: find :one
{{redemption_record}}
where r.company_id = :companyId and r.id = :id;

-- name: list :many
{{redemption_record}}
where r.company_id = :companyId and (:status is null or r.status = :status)
order by r.entry;

-- name: move :exec
update redemptions set status = :status, refund_entry = :refundEntry, updated_at = :now
where company_id = :companyId and entry = :entry;
