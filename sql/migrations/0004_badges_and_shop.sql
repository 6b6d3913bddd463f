-- `xp_threshold` is a rule: whoever reaches that much all-time XP is awarded the badge.
create table badges (
  company_id integer not null references companies (company_id),
  code text not null check (length(code) between 1 and 64),
  name text not null check (length(name) between 1 and 150),
  description text,
  category text not null check (category in ('milestone', 'skill', 'social')),
  rarity text not null check (rarity in ('common', 'uncommon', 'rare', 'epic', 'legendary')),
  icon_url text,
  xp_threshold integer check (xp_threshold between 1 and 9007199254740991),
  created_at integer not null,
  primary key (company_id, code)
) strict, without rowid;

create table badge_awards (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  entry integer not null,
  badge_code text not null,
  awarded_at integer not null,
  revoked_at integer,
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  foreign key (company_id, badge_code) references badges (company_id, code)
) strict, without rowid;

-- Held at most once at a time; a revoked award keeps its row.
create unique index badge_awards_held
  on badge_awards (company_id, employee_number, badge_code) where revoked_at is null;

create table shop_items (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  name text not null check (length(name) between 1 and 150),
  description text not null,
  category text not null check (category in ('gift_card', 'merch', 'perk', 'donation', 'experience')),
  image_url text not null,
  coin_price integer not null check (coin_price between 0 and 1000000000),
  stock_remaining integer check (stock_remaining >= 0),
  created_at integer not null,
  retired_at integer,
  primary key (company_id, entry),
  unique (company_id, id)
) strict, without rowid;

create index shop_items_on_offer on shop_items (company_id, entry) where retired_at is null;

create index shop_items_on_offer_by_category
  on shop_items (company_id, category, entry) where retired_at is null;

-- The price is kept as it was paid: items change, receipts do not. `payment_entry` and `refund_entry` are
-- its entries of the coin ledger, which knows none for what is free. `stock_taken` says whether one was
-- taken from a counted stock, and so has to go back there.
create table redemptions (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  employee_number integer not null,
  item_entry integer not null,
  coin_price integer not null,
  stock_taken integer not null check (stock_taken in (0, 1)),
  payment_entry integer,
  refund_entry integer,
  status text not null check (status in ('pending', 'approved', 'fulfilled', 'declined', 'refunded')),
  created_at integer not null,
  updated_at integer not null,
  primary key (company_id, entry),
  unique (company_id, id),
  foreign key (company_id, employee_number) references employees (company_id, number),
  foreign key (company_id, item_entry) references shop_items (company_id, entry),
  check ((payment_entry is not null) = (coin_price > 0)),
  check ((refund_entry is not null) = (coin_price > 0 and status in ('declined', 'refunded')))
) strict, without rowid;
