import { type Deployment, schemeOf, upstreamOf } from './deployment.ts';

/** A site for nginx that terminates TLS and passes on client addresses. */
export function nginxSite(it: Deployment): string {
  return `# /etc/nginx/conf.d/engaged.conf, printed by engaged ${it.version}
# Tested with nginx 1.22 and a self-signed certificate.
#
# Start the service with this option, or all clients count as one address:
#
#   engaged serve --trusted-proxies 127.0.0.1

upstream engaged {
  server ${upstreamOf(it)};
  # Less than the 65 seconds for which the service keeps idle connections.
  keepalive 32;
  keepalive_timeout 50s;
}

server {
  listen 80;
  listen [::]:80;
  server_name ${it.domain};
  return 308 https://$host$request_uri;
}

server {
  listen 443 ssl http2;
  listen [::]:443 ssl http2;
  server_name ${it.domain};

  ssl_certificate /etc/ssl/certs/${it.domain}.pem;
  ssl_certificate_key /etc/ssl/private/${it.domain}.key;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_cache shared:engaged:10m;
  add_header Strict-Transport-Security "max-age=31536000" always;

  # The service limits bodies and requests itself and returns its own error format.
  client_max_body_size 0;
  proxy_request_buffering off;

  location / {
    # Without a URI here, nginx passes the path unchanged.
    proxy_pass ${schemeOf(it)}://engaged;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    # Replaces the header that the client sent.
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    # The service limits a response to 120 seconds.
    proxy_read_timeout 130s;
    # Never send a roster twice.
    proxy_next_upstream off;
    error_page 502 504 = @unreachable;
  }

  location @unreachable {
    default_type application/json;
    add_header X-Request-Id $request_id always;
    add_header Retry-After 5 always;
    return 503 '{"error":{"code":"unavailable","message":"The service cannot be reached; try again","request_id":"$request_id"}}';
  }
}
`;
}
