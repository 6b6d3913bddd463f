-- Where the events of a company are sent. Up to event number `settled` there is nothing to read any more: those events
-- were delivered, have a row in webhook_deliveries, or are of other types. `types` is null for all types. `secrets` is
-- the newest secret and those that still sign until their time has passed. A webhook is failing from its first failure
-- after a success on.
create table webhooks (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  url text not null check (length(url) between 1 and 2048),
  types text check (types is null or json_valid(types)),
  secrets text not null check (json_valid(secrets)),
  created_at integer not null,
  settled integer not null check (settled >= 0),
  failing_since integer,
  failures integer not null default 0,
  disabled_at integer,
  disabled_by text check (disabled_by in ('operator', 'receiver', 'failures')),
  primary key (company_id, entry),
  unique (company_id, id),
  check ((disabled_at is null) = (disabled_by is null)),
  check ((failing_since is null) = (failures = 0))
) strict, without rowid;

-- What became of an event that was sent to a webhook at least once, or is to be sent again. `status` and `error` are
-- those of the last attempt; an attempt without a status got no answer.
create table webhook_deliveries (
  company_id integer not null,
  webhook_entry integer not null,
  sequence integer not null,
  state text not null check (state in ('delivered', 'waiting', 'failed')),
  attempts integer not null,
  attempted_at integer,
  milliseconds integer,
  status integer,
  error text,
  next_attempt_at integer,
  primary key (company_id, webhook_entry, sequence),
  foreign key (company_id, webhook_entry) references webhooks (company_id, entry),
  check ((state = 'waiting') = (next_attempt_at is not null))
) strict, without rowid;

create index webhook_deliveries_due
  on webhook_deliveries (company_id, webhook_entry, next_attempt_at) where next_attempt_at is not null;

create index webhook_deliveries_waiting
  on webhook_deliveries (company_id, webhook_entry, sequence) where next_attempt_at is not null;

-- An event takes its deliveries with it.
create trigger events_take_their_deliveries after delete on events
begin
  delete from webhook_deliveries
  where company_id = old.company_id
    and webhook_entry in (select entry from webhooks where company_id = old.company_id)
    and sequence = old.sequence;
end;
