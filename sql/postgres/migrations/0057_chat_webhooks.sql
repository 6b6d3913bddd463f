-- What a webhook is sent: `events`, or messages in the format of a chat. The address of a chat's is a secret; it has no other.
alter table webhooks add column format text collate "C" not null default 'events' check (length(format) between 1 and 30);
