-- Who made the last link for somebody who had a password already, as the audit log names them.
alter table portal_accounts add column renewed_at bigint;
alter table portal_accounts add column renewed_by text collate "C" check ((renewed_by is null) = (renewed_at is null));
