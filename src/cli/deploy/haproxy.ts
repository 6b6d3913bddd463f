import { type Cluster, type Endpoint, nameOf, textOf } from './cluster.ts';
import { type Deployment, schemeOf } from './deployment.ts';

/** A configuration for HAProxy on the machine of each service: in front of all services, and of all PostgreSQL servers. */
export function haproxyConfig(it: Deployment, cluster: Cluster): string {
  const { nodes, servers, certificate, runFolder, httpPort, httpsPort, databasePort } = cluster;
  const isTls = schemeOf(it) === 'https';
  // The certificate of the service is for the name that clients use.
  const tls = isTls ? ' ssl verify none' : '';
  const checked = nodes.map((node, at) => line(at, node, `check${tls}`)).join('');
  const ready = (options: (at: number) => string) =>
    nodes.map((node, at) =>
      line(at, node, `track ready/${nameOf('node', at)}${options(at)}${tls}`),
    );
  // Of the same machines: they count only where nobody is ready.
  const alive = nodes.map(
    (node, at) =>
      `  server ${nameOf('node', at)}-alive ${textOf(node)} track alive/${nameOf('node', at)} backup${tls}\n`,
  );
  return `# /etc/haproxy/haproxy.cfg, printed by engaged ${it.version}
# Tested with HAProxy 2.6 of Debian 12, two services, and PostgreSQL 15 with a synchronous standby.
#
# The same file for the machine of every service. Clients reach these machines through an address that moves between
# them (keepalived), through a load balancer in front, or through several addresses of one name.
#
#   cat fullchain.pem privkey.pem > ${certificate}
#   chmod 600 ${certificate}
#   haproxy -c -f /etc/haproxy/haproxy.cfg
#   systemctl reload haproxy
#
# Here, too, a service that is stopped loses no request: with ENGAGED_STOP_DELAY it says that it is not ready and goes
# on answering until HAProxy sends requests elsewhere.

global
  user haproxy
  group haproxy
  log /dev/log local0 notice
  stats socket ${runFolder}/admin.sock mode 660 level admin
  ssl-default-bind-options ssl-min-ver TLSv1.2

defaults
  mode http
  log global
  option dontlognull
  timeout connect 2s
  # As long as the service waits for the headers of a request.
  timeout http-request 15s
  timeout client 75s
  # Less than the 65 seconds for which the service keeps idle connections.
  timeout http-keep-alive 50s
  # The service limits a response to 120 seconds; a request that waits for events takes up to 25.
  timeout server 130s
  timeout check 3s
  # What could not be sent is sent to another service. What was sent may have been done.
  retries 3
  option redispatch 1
  retry-on conn-failure
  default-server inter 1s fall 2 rise 2
  unique-id-format %[uuid()]
${unreachable('application/json', JSON_ERROR)}
frontend clients
  bind :${httpPort}
  bind :${httpsPort} ssl crt ${certificate} alpn h2,http/1.1
  http-request redirect scheme https code 308 unless { ssl_fc }
  # Replaces the headers that the client sent. The service limits bodies and requests itself.
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto https
  http-response set-header Strict-Transport-Security max-age=31536000
  use_backend portal if { path /portal } || { path_beg /portal/ /wall/ }
  default_backend api

# The limit of a key per minute is counted by each service for itself, so all requests with one key go to one service;
# requests without a key by their address. The key is the last word of the header, however the others are written.
backend api
  http-request set-var(txn.client) src
  http-request set-var(txn.client) req.fhdr(authorization),field(-1,' ') if { req.fhdr(authorization) -m found }
  balance hash var(txn.client)
  hash-type consistent
  option allbackups
  # Reads can be repeated also when a service ends before it has answered.
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless { method GET HEAD }
${ready(() => '').join('')}${alive.join('')}
# A session is known to every service, but a sign-in that is not complete, an uploaded roster and the message after a
# form only to the one that has made it. So a browser stays with one service as long as that one is ready.
backend portal
  balance source
  hash-type consistent
  option allbackups
  cookie engaged-node insert indirect nocache httponly secure attr SameSite=Lax
${unreachable('text/html', PAGE)}${ready((at) => ` cookie ${nameOf('node', at)}`).join('')}${alive.join('')}
# Services that can read and write.
backend ready
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host ${it.domain}
  http-check expect status 200
${checked}
# Services that answer. They get requests only while none is ready, as while an import holds the lock of all writes or
# there is no primary: reads go on where they can, and everything else gets the service's own error.
backend alive
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host ${it.domain}
  http-check expect status 200
${checked}
# Leads the service on this machine to the PostgreSQL server that is not a standby. The check signs in as engaged_check,
# which may do nothing, and asks the server. With Patroni, its own answer is better; then replace the lines with
# tcp-check by the two below and add "port 8008" to the servers (not tested):
#
#   option httpchk GET /primary
#   http-check expect status 200
#
# With a managed service or CloudNativePG leave this section out, and name their address in ENGAGED_DATA.
listen postgres
  mode tcp
  bind 127.0.0.1:${databasePort}
  # Connections are kept while nothing happens.
  timeout client 7d
  timeout server 7d
  option clitcpka
  option srvtcpka
  # Two primaries mean that an old one came back. Nobody is let in until one of them is stopped.
  tcp-request connection reject if { nbsrv(postgres) gt 1 }
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${START_UP} comment sign-in
  tcp-check expect binary ${READY_FOR_QUERY} comment signed-in
  tcp-check send-binary ${ASK} comment pg_is_in_recovery
  tcp-check expect binary ${PRIMARY} comment primary
  tcp-check send-binary ${TERMINATE}
  # A standby counts as down, and is asked often whether it has been promoted.
  default-server fastinter 300ms downinter 300ms
${servers.map((server, at) => `  server ${nameOf('postgres', at)} ${textOf(server)} check fall 2 rise 1 on-marked-down shutdown-sessions\n`).join('')}`;
}

const line = (at: number, node: Endpoint, options: string): string =>
  `  server ${nameOf('node', at)} ${textOf(node)} ${options}\n`;

/** What HAProxy answers where no service does. */
const unreachable = (type: string, text: string): string =>
  [502, 503, 504]
    .map(
      (status) =>
        `  http-error status ${status} content-type ${type} hdr X-Request-Id %[unique-id] hdr Retry-After 5 lf-string '${text}'\n`,
    )
    .join('');

const JSON_ERROR =
  '{"error":{"code":"unavailable","message":"The service cannot be reached, or did not answer; try again","request_id":"%[unique-id]"}}';

const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>engaged</title><h1>The service cannot be reached</h1><p>It did not answer. Go back, look whether what you sent last was done, and try again.</p><p>If you ask IT about it, name the request %[unique-id].</p></html>';

// Messages of PostgreSQL's protocol 3.0: a type, but not at the start, the length of the rest, and the rest.

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const message = (type: string, body: Buffer): string =>
  Buffer.concat([Buffer.from(type), int32(body.length + 4), body]).toString('hex');

const PROTOCOL = 3 << 16;

const START_UP = message(
  '',
  Buffer.concat([int32(PROTOCOL), Buffer.from('user\0engaged_check\0database\0postgres\0\0')]),
);

const READY_FOR_QUERY = message('Z', Buffer.from('I'));

const ASK = message('Q', Buffer.from('select pg_is_in_recovery()\0'));

/** One row with one column of one byte: f, for false. */
const PRIMARY = message('D', Buffer.concat([Buffer.from([0, 1]), int32(1), Buffer.from('f')]));

const TERMINATE = message('X', Buffer.alloc(0));
