import { type Deployment, upstreamOf } from './deployment.ts';

/** A site for nginx that ends TLS and tells the service who the client is. */
export function nginxSite(it: Deployment): string {
  return `# /etc/nginx/conf.d/engaged.conf, printed by engaged ${it.version}
# Tried with nginx 1.22 and a certificate of its own making.
#
# The service has to be told whom it may believe, or all clients count as one:
#
#   engaged serve --trusted-proxies 127.0.0.1

upstream engaged {
  server ${upstreamOf(it)};
  # Fewer seconds than the 65 that the service keeps an idle connection, so that none is closed under a request.
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

  # The service limits bodies and requests itself, and answers in the form that its clients know.
  client_max_body_size 0;
  proxy_request_buffering off;

  location / {
    # Without a path behind it the path goes through as it was sent.
    proxy_pass http://engaged;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    # What the client wrote there itself is dropped.
    proxy_set_header X-Forwarded-For $remote_addr;
    # The service gives up an answer of its own after 120 seconds.
    proxy_read_timeout 130s;
    # A roster that was taken is not sent a second time.
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
