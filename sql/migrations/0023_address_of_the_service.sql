-- Where browsers reach the service that was started last, for the links that commands beside it print.
alter table deployment add column address text;
