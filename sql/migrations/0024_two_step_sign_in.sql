-- The second factor of an account: a secret that it shares with an authenticator app, and the last time step whose
-- code was accepted. No step counts twice.
alter table portal_accounts add column totp_since integer;
alter table portal_accounts add column totp_secret blob
  check (length(totp_secret) = 20 and (totp_secret is null) = (totp_since is null));
alter table portal_accounts add column totp_step integer check ((totp_step is null) = (totp_since is null));
-- The SHA-256 of each recovery code that has not been used, one after another.
alter table portal_accounts add column recovery_hashes blob
  check (length(recovery_hashes) % 32 = 0 and (recovery_hashes is null) = (totp_since is null));
