import { type Deployment, upstreamOf } from './deployment.ts';

/** A site for Caddy, which gets its certificate by itself. */
export function caddySite(it: Deployment): string {
  return `# /etc/caddy/Caddyfile, printed by engaged ${it.version}
# Tried with Caddy 2.6 and a certificate of its own authority; not with one from a public authority.
#
# The service has to be told whom it may believe, or all clients count as one:
#
#   engaged serve --trusted-proxies 127.0.0.1

${it.domain} {
	header Strict-Transport-Security "max-age=31536000"

	# X-Forwarded-For is written anew by Caddy; what the client wrote there itself is dropped.
	reverse_proxy ${upstreamOf(it)} {
		transport http {
			# Less than the 65 seconds that the service keeps an idle connection.
			keepalive 50s
			response_header_timeout 130s
		}
	}

	handle_errors {
		header Content-Type application/json
		header X-Request-Id {http.request.uuid}
		header Retry-After 5
		respond \`{"error":{"code":"unavailable","message":"The service cannot be reached; try again","request_id":"{http.request.uuid}"}}\` 503
	}
}
`;
}
