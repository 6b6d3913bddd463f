-- fragment: redemption_record
select
  r.entry, r.id, r.employee_number as employeeNumber, e.id as employeeId, e.coins,
  r.item_entry as itemEntry, i.id as itemId, i.name as itemName, i.stock_remaining as stockRemaining,
  r.coin_price as coinPrice, r.stock_taken as stockTaken, r.status, r.reason, r.created_at as createdAt,
  r.updated_at as updatedAt
from redemptions r
join employees e on e.company_id = r.company_id and e.number = r.employee_number
join shop_items i on i.company_id = r.company_id and i.entry = r.item_entry

-- name: create :exec
insert into redemptions (
  company_id, entry, id, employee_number, item_entry, coin_price, stock_taken, payment_entry, status,
  created_at, updated_at, once_key
)
values (
  :companyId, :entry, :id, :employeeNumber, :itemEntry, :coinPrice, case when :stockTaken then 1 else 0 end,
  :paymentEntry, 'pending', :now, :now, :idempotencyKey
);

-- name: find :one
{{redemption_record}}
where r.company_id = :companyId and r.id = :id;

-- name: list :many
-- scans redemptions: the command line lists every redemption.
{{redemption_record}}
where r.company_id = :companyId and (:status is null or r.status = :status)
order by r.entry;

-- name: count_in_status :one
select
  count(*) as count,
  (
    select created_at from redemptions indexed by redemptions_by_status
    where company_id = :companyId and status = :status order by entry limit 1
  ) as since
from redemptions
where company_id = :companyId and status = :status;

-- fragment: redemption_of_person
select
  r.entry, r.id, e.id as employeeId, e.external_id as externalId, coalesce(e.account_name, e.given_name) as name, e.email,
  d.name as departmentName, e.deactivated_at as deactivatedAt, e.erased_at as erasedAt, e.coins, i.id as itemId,
  i.name as itemName, i.stock_remaining as stockRemaining, r.coin_price as coinPrice, r.status, r.reason,
  r.created_at as createdAt, r.updated_at as updatedAt

-- name: list_oldest :many
{{redemption_of_person}}
from redemptions r indexed by redemptions_by_status
{{with_person_and_item}}
where r.company_id = :companyId and r.status = :status and r.entry > :after
order by r.entry
limit :count;

-- name: list_newest :many
{{redemption_of_person}}
from redemptions r indexed by redemptions_by_status
{{with_person_and_item}}
where r.company_id = :companyId and r.status = :status and r.entry < :before
order by r.entry desc
limit :count;

-- name: list_of_employee :many
{{redemption_of_person}}
from redemptions r indexed by redemptions_by_employee
{{with_person_and_item}}
where r.company_id = :companyId and r.employee_number = :employeeNumber and r.entry < :before
order by r.entry desc
limit :count;

-- name: list_by_ids :many
-- sorts: those of one form.
{{redemption_of_person}}
from json_each(:ids) n
cross join redemptions r on r.company_id = :companyId and r.id = n.value
{{with_person_and_item}}
order by r.entry;

-- fragment: with_item_and_employee
cross join shop_items i on i.company_id = r.company_id and i.entry = r.item_entry
cross join employees e on e.company_id = r.company_id and e.number = r.employee_number

-- fragment: with_person_and_item
{{with_item_and_employee}}
{{with_department}}

-- fragment: redemptions_of_person
(
  select id from redemptions indexed by redemptions_by_employee
  where company_id = :companyId and employee_number = :number
)

-- name: move :exec
update redemptions set status = :status, reason = :reason, refund_entry = :refundEntry, updated_at = :now
where company_id = :companyId and entry = :entry;

-- name: find_by_idempotency_key :one
{{redemption_record}}
where r.company_id = :companyId and r.once_key = :idempotencyKey;

-- fragment: redemption_json
select
  r.entry,
  json_object(
    'id', r.id,
    'item', json_object('id', i.id, 'name', i.name, 'coin_price', r.coin_price),
    'employee_id', e.id,
    'status', r.status,
    'requested_at', iso_time(r.created_at)
  ) as json

-- name: list_json :many
{{redemption_json}}
from redemptions r
{{with_item_and_employee}}
where r.company_id = :companyId and r.entry < :before and e.deactivated_at is null
order by r.entry desc
limit :count;

-- name: list_json_in_status :many
{{redemption_json}}
from redemptions r indexed by redemptions_by_status
{{with_item_and_employee}}
where r.company_id = :companyId and r.status = :status and r.entry < :before and e.deactivated_at is null
order by r.entry desc
limit :count;

-- name: list_json_of_employee :many
{{redemption_json}}
from redemptions r indexed by redemptions_by_employee
{{with_item_and_employee}}
where r.company_id = :companyId and r.employee_number = :employeeNumber and r.entry < :before
  and e.deactivated_at is null and (:status is null or r.status = :status)
order by r.entry desc
limit :count;
