-- Whether anybody has moved since a period ended, which each award asks.
create index former_placements_by_time on former_placements (company_id, until);
