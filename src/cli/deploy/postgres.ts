import { shellWord } from '../../domain/shell-word.ts';
import { asService, type Cluster, databaseAddress, networkOf, textOf } from './cluster.ts';
import type { Deployment } from './deployment.ts';

/** Settings for the PostgreSQL servers, and how the whole is set up, kept and upgraded. */
export function postgresSettings(it: Deployment, cluster: Cluster): string {
  const { nodes, servers, databaseHost } = cluster;
  const [first] = servers;
  const program = shellWord(it.program);
  const each = (
    list: readonly { address: string; port: number }[],
    lineOf: (network: string) => string,
  ) => [...new Set(list.map(networkOf))].map((network) => `#     ${lineOf(network)}\n`).join('');
  return `# /etc/postgresql/15/main/conf.d/engaged.conf on every PostgreSQL server, printed by engaged ${it.version}
# Tested with PostgreSQL 15 of Debian 12: a primary and a synchronous standby, the loss of either, and a dump restored.
#
# A service per machine (engaged deploy postgres-systemd), HAProxy beside each (engaged deploy postgres-haproxy), and two
# or better three PostgreSQL servers. Print all three with the same options. A managed PostgreSQL, CloudNativePG or
# Patroni does by itself what is done by hand here; then only "Role and database" and what follows it concern you.
#
# ROLE AND DATABASE, on the primary, with psql as postgres. The service needs no more: it makes the schema "engaged" and
# owns what is in it, has no extension, and locks only by number. Without the first line each would wait for a standby. Then
# \\password engaged and \\password engaged_replication; engaged_check has none and may do nothing.
#
#     set synchronous_commit = local;
#     create role engaged login connection limit 100;
#     create role engaged_replication login replication;
#     create role engaged_check login connection limit 20;
#     create database engaged encoding 'UTF8' template template0;
#     revoke all on database engaged from public;
#     grant connect, create, temporary on database engaged to engaged;
#
# ACCESS, in pg_hba.conf of every server, above everything else. Passwords travel over TLS only. The certificate of every
# server is for the name ${databaseHost}, and its authority is ${cluster.databaseCa} at the services.
#
${each(nodes, (network) => `hostssl engaged     engaged              ${network} scram-sha-256`)}${each(servers, (network) => `hostssl replication engaged_replication  ${network} scram-sha-256`)}${each(nodes, (network) => `host    postgres    engaged_check        ${network} trust`)}#
# A STANDBY is made from the primary, on its own machine, as postgres, with the password in ~/.pgpass:
#
#     pg_basebackup --pgdata /var/lib/postgresql/15/main --write-recovery-conf --checkpoint fast --dbname 'host=${first?.address ?? ''} port=${first?.port ?? ''} user=engaged_replication sslmode=require'
#
# On the primary, the column sync_state of pg_stat_replication must then say "quorum".
#
# WHEN THE PRIMARY IS LOST, make sure that it cannot come back by itself (switch it off, or take it off the network and
# run systemctl disable postgresql there), and then promote the standby, as postgres:
#
#     pg_ctlcluster 15 main promote
#
# The services find it by themselves. Everything that was acknowledged is there. But with no other standby every write now
# waits for one, so decide to have one copy only until there is a standby again:
#
#     alter system set synchronous_standby_names = '';
#     select pg_reload_conf();
#
# Make the lost server a standby of the new primary as above (or with pg_rewind), and take that back with
# alter system reset synchronous_standby_names. Should an old primary come back as one, HAProxy lets nobody in any more:
# stop it.
#
# WHEN THE STANDBY IS LOST, writes wait until it is back or the same is decided; reads go on. With two standbys, of which
# one is enough, nothing waits. That is what a third server is for.
#
# BACKUP, every night, on a server, as postgres, and the copy somewhere else. A standby copies mistakes too.
#
#     pg_dump --format custom --file engaged.dump engaged
#
# To restore, stop every service, and never restore under one that runs: it would go on with what it remembers. Then:
#
#     alter database engaged rename to engaged_before;
#     create database engaged encoding 'UTF8' template template0;
#     revoke all on database engaged from public;
#     grant connect, create, temporary on database engaged to engaged;
#     pg_restore --exit-on-error --single-transaction --dbname engaged engaged.dump
#
# Run engaged doctor before the services are started again. Keys that were revoked since work again.
#
# MOVING FROM A DATA FILE, with the service on it stopped, on the machine of a service, instead of company create:
#
#     ${asService(`${program} copy /var/lib/engaged/engaged.db '${databaseAddress(cluster)}'`)}
#
# UPGRADE: if the changelog says that the schema stays the same, one service after the other. Otherwise stop all, make a
# dump, replace the program everywhere, start one, which upgrades the schema under a lock, and then the others. Nothing is
# upgraded while a service has the database open: engaged upgrade --check lists them.
#
# PostgreSQL servers of this configuration: ${servers.map(textOf).join(', ')}. Each must listen there: listen_addresses.

wal_level = replica
max_wal_senders = 10
hot_standby = on
# A standby that was away for longer is made again.
wal_keep_size = 1GB

# A commit is acknowledged once a standby has it on disk, too. The services read from the primary only, so it need not
# have been applied there (remote_apply).
synchronous_commit = on
synchronous_standby_names = 'ANY 1 (*)'

# A machine that vanished gives up its locks within seconds, and so does a service that ended while it waited.
tcp_keepalives_idle = 5
tcp_keepalives_interval = 1
tcp_keepalives_count = 10
client_connection_check_interval = 5s

# A service has up to eight connections.
max_connections = 100
`;
}
