-- fragment: is_approved
exists (
  select 1 from sync_runs as later indexed by sync_runs_by_subject
  where later.company_id = :companyId and later.subject_id = sync_runs.id and later.kind = 'approval'
    and later.outcome = 'applied'
)

-- fragment: run_record
select
  id, kind, subject_id as subjectId, superseded_by as supersededBy, source, actor, request_id as requestId,
  started_at as startedAt, finished_at as finishedAt, outcome, result,
  {{is_approved}} as isApproved
from sync_runs

-- name: record :exec
insert into sync_runs (
  company_id, entry, id, kind, subject_id, source, actor, request_id, started_at, finished_at, outcome, result,
  changes
)
values (
  :companyId, :entry, :id, :kind, :subjectId, :source, :actor, :requestId, :startedAt, :finishedAt, :outcome, :result,
  :changes
);

-- name: record_part :exec
insert into sync_run_changes (company_id, entry, part, first_person, last_person, changes)
values (:companyId, :entry, :part, :firstPerson, :lastPerson, :changes);

-- name: record_people :exec
insert into sync_run_people (company_id, block, entry, people)
select :companyId, block, :entry, people
from rows(:people) given;

-- name: list_of_person :many
select r.id
from sync_run_people p
join sync_runs r on r.company_id = p.company_id and r.entry = p.entry
where p.company_id = :companyId and p.block = :block and p.people & :bit <> 0
order by p.entry;

-- name: list_newest :many
{{run_record}}
where company_id = :companyId
order by entry desc
limit :count;

-- name: list_before :many
{{run_record}}
where company_id = :companyId
  and entry < coalesce((select entry from sync_runs where company_id = :companyId and id = :before), 9007199254740991)
order by entry desc
limit :count;

-- name: list_by_id_prefix :many
{{run_record}}
where company_id = :companyId and id >= :from and id < :before
order by id
limit :count;

-- name: list_follow_ups :many
{{run_record}} indexed by sync_runs_by_subject
where company_id = :companyId and subject_id = :subjectId
order by entry;

-- name: find_changes :one
select entry, changes from sync_runs where company_id = :companyId and id = :id;

-- name: list_parts :many
select changes from sync_run_changes where company_id = :companyId and entry = :entry order by part;

-- name: list_parts_about :many
select part, changes
from sync_run_changes
where company_id = :companyId and entry = :entry and first_person <= :number and last_person >= :number
order by part;

-- name: find_to_approve :one
-- The condition repeats that of the partial index: only then does SQLite use it.
select id, cast(result ->> 'deactivation_candidates_total' as bigint) as people, {{is_approved}} as isApproved
from sync_runs
where company_id = :companyId
  and json_extract(result, '$.deactivation_skipped_reason') = 'limit_exceeded' and superseded_by is null;

-- name: supersede :exec
update sync_runs set superseded_by = :by where company_id = :companyId and id = :id;

-- name: find_state :one
-- scans sync_runs: all that is kept is counted for the command line.
select count(*) as count, min(finished_at) as oldestAt from sync_runs;

-- name: list_old_syncs :many
-- Ids begin with the time at which they were made, so that no younger run is read.
select
  r.id, r.superseded_by as supersededBy,
  r.entry = (
    select max(l.entry) from sync_runs l indexed by sync_runs_by_source
    where l.company_id = :companyId and l.kind = 'sync' and l.source = r.source and l.outcome = r.outcome
  ) as isNewest,
  r.superseded_by is null
    and json_extract(r.result, '$.deactivation_skipped_reason') is not distinct from 'limit_exceeded' as isToApprove,
  exists (
    select 1 from sync_runs f indexed by sync_runs_by_subject
    where f.company_id = :companyId and f.subject_id = r.id
  ) as hasFollowUps
from sync_runs r
where r.company_id = :companyId and r.id > :after and r.id < :madeBefore and r.finished_at < :before and r.kind = 'sync'
order by r.id
limit :count;

-- name: delete_parts :exec
delete from sync_run_changes where company_id = :companyId and entry = :entry;

-- name: delete_parts_of :exec
delete from sync_run_changes
where company_id = :companyId and entry in (
  select entry from sync_runs where company_id = :companyId and id in (select value from json_each(:ids))
);

-- name: delete_all_of :exec
delete from sync_runs where company_id = :companyId and id in (select value from json_each(:ids));
