import { shellWord } from '../../domain/shell-word.ts';
import {
  asService,
  type Cluster,
  clusterVariables,
  databaseAddress,
  ENVIRONMENT_FILE,
  withVariables,
} from './cluster.ts';
import { cronPath, type Deployment, schemeOf } from './deployment.ts';
import { commandWord, environmentLines, hardening } from './systemd.ts';

/** A systemd unit for a service on PostgreSQL, the same on every machine. */
export function postgresUnit(it: Deployment, cluster: Cluster): string {
  const program = commandWord(it.program);
  const words = shellWord(it.program);
  const variables = clusterVariables(it, cluster);
  return `# /etc/systemd/system/engaged.service, printed by engaged ${it.version}
# Checked with systemd-analyze verify (systemd 252); not tested under a running systemd.
#
# Run this once as root on the machine of every service. The password of the database stands in a file for root and the
# user of the service, and neither in this unit nor in the list of processes.
#
#   useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin engaged
#   install -d -o root -g engaged -m 750 /etc/engaged
#   install -o root -g engaged -m 640 /dev/null ${ENVIRONMENT_FILE}
#   editor ${ENVIRONMENT_FILE}    these two lines, with the password of the role (openssl rand -hex 24 makes one):
#
#     ENGAGED_DATA='${databaseAddress(cluster)}'
#     PGPASSWORD='PASSWORD'
#
# ${cluster.databaseCa} is the certificate authority of the PostgreSQL servers, whose certificates are for the
# name ${cluster.databaseHost}. Here this name leads to HAProxy:
#
#   echo '127.0.0.1 ${cluster.databaseHost}' >> /etc/hosts
#
# Commands need the same variables. A first start prints keys, which do not belong in the journal, so create the data
# before, on one machine; the unit does not start without:
#
#   ${asService(`${words} company create --name 'Your company'`)}
#   ${asService(`${words} key create --mode live --name first --scope employees:read`)}
#   systemctl enable --now engaged
#
# The roster is imported on one machine, by two lines in /etc/cron.d/engaged: the PATH is for the program's Node, and the
# user must be able to read the roster. There is output, and so a mail, only if something needs attention.
#
#     PATH=${cronPath(it)}
#     45 2 * * *  engaged  ${withVariables(`${words} import /srv/hr/roster.csv --where Status=Active --deactivate-missing --quiet`)}

[Unit]
Description=engaged, employee engagement over PostgreSQL
Documentation=${schemeOf(it)}://127.0.0.1:${it.port}/docs
Wants=network-online.target
After=network-online.target
# The database may come back after hours.
StartLimitIntervalSec=0

[Service]
User=engaged
Group=engaged
EnvironmentFile=${ENVIRONMENT_FILE}
# Secrets, such as ENGAGED_METRICS_TOKEN, belong in that file, too.
${environmentLines({ ...it, variables })}ExecStartPre=${program} company list
ExecStart=${program} serve
Restart=on-failure
# A SIGHUP that arrives too early ends the service, which systemd would take for a stop.
RestartForceExitStatus=SIGHUP
RestartSec=2
# After the delay the service completes requests in progress for up to ten seconds and exits.
TimeoutStopSec=30

${hardening([it.program])}
${it.port < 1024 ? 'AmbientCapabilities=CAP_NET_BIND_SERVICE\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE' : 'CapabilityBoundingSet='}
# MemoryDenyWriteExecute stays off: the JavaScript engine generates code at run time.

[Install]
WantedBy=multi-user.target
`;
}
