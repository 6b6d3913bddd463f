-- name: record :exec
insert into sync_runs (
  company_id, id, source, actor, request_id, started_at, finished_at, outcome, result, changes
)
values (
  :companyId, :id, :source, :actor, :requestId, :startedAt, :finishedAt, :outcome, :result, :changes
);
