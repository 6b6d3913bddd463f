-- fragment: shop_item_record
select
  entry, id, name, description, category, image_url as imageUrl, coin_price as coinPrice,
  stock_remaining as stockRemaining, created_at as createdAt, retired_at as retiredAt
from shop_items

-- fragment: shop_item_json
json_object(
  'id', id,
  'name', name,
  'description', description,
  'category', category,
  'image_url', case when substr(image_url, 1, 8) = '/images/' then :site || image_url else image_url end,
  'coin_price', coin_price,
  'stock_remaining', stock_remaining,
  'is_new', json(case when created_at > :newAfter then 'true' else 'false' end)
)

-- name: create :exec
insert into shop_items (
  company_id, entry, id, name, description, category, image_url, coin_price, stock_remaining, created_at
)
values (
  :companyId, :entry, :id, :name, :description, :category, :imageUrl, :coinPrice, :stockRemaining, :now
);

-- name: update :exec
update shop_items
set name = :name, description = :description, category = :category, image_url = :imageUrl,
    coin_price = :coinPrice, stock_remaining = :stockRemaining
where company_id = :companyId and entry = :entry;

-- name: retire :exec
update shop_items set retired_at = :now where company_id = :companyId and entry = :entry;

-- name: find :one
{{shop_item_record}}
where company_id = :companyId and id = :id;

-- name: list_on_record :many
{{shop_item_record}}
where company_id = :companyId
order by entry;

-- name: count :one
select count(*) as count from shop_items where company_id = :companyId;

-- name: take_one :exec
update shop_items set stock_remaining = stock_remaining - 1
where company_id = :companyId and entry = :entry and stock_remaining is not null;

-- name: put_one_back :exec
update shop_items set stock_remaining = stock_remaining + 1
where company_id = :companyId and entry = :entry and stock_remaining is not null;

-- name: list_json :many
select
  entry,
  {{shop_item_json}} as json
from shop_items indexed by shop_items_on_offer
where company_id = :companyId and entry > :after and retired_at is null
order by entry
limit :count;

-- name: list_json_in_category :many
select
  entry,
  {{shop_item_json}} as json
from shop_items indexed by shop_items_on_offer_by_category
where company_id = :companyId and category = :category and entry > :after and retired_at is null
order by entry
limit :count;
