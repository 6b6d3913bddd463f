-- The time by which old records were deleted last, in milliseconds UTC. It follows the clock by a day at a time.
alter table deployment add column deleted_as_of integer;
