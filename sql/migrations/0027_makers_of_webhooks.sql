-- A webhook of the command line may call private networks, one of the portal may not. Existing ones are the command line's
-- where the audit log says so.
alter table webhooks add column made_by text not null default 'portal' check (made_by in ('operator', 'portal'));

update webhooks set made_by = 'operator'
where exists (
  select 1 from audit_log a
  where a.company_id = webhooks.company_id and a.action = 'webhook.create' and a.target_id = webhooks.id
    and a.actor like 'command line%'
);
