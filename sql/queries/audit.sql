-- name: record :exec
insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id, before, after)
values (:companyId, :entry, :at, :actor, :action, :targetKind, :targetId, :before, :after);
