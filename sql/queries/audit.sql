-- name: record_all :exec
insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id, before, after)
select :companyId, entry, at, actor, action, targetKind, targetId, before, after
from rows(:decisions) given;

-- name: list :many
select entry, at, actor, action, target_kind as targetKind, target_id as targetId, before, after
from audit_log
where company_id = :companyId
  and (:action is null or action = :action or substr(action, 1, length(:action) + 1) = :action || '.')
  and entry < :before
  and (:actor is null or instr(actor, :actor) > 0 or actor in (select value from json_each(:actors)))
  and (:targetId is null or target_id = :targetId)
  and (:since is null or at >= :since)
  and (:until is null or at < :until)
  and (:withSignIns or action not in ('portal.sign_in', 'portal.sign_out', 'portal.confirm'))
order by entry desc
limit :count;

-- name: list_about :many
select target_id as targetId, at, actor
from audit_log
where company_id = :companyId and target_id in (select value from json_each(:targets))
order by entry desc;
