import { type Deployment, schemeOf, upstreamOf } from './deployment.ts';

/** A site for Caddy, which obtains its certificate itself. */
export function caddySite(it: Deployment): string {
  return `# /etc/caddy/Caddyfile, printed by engaged ${it.version}
# Tested with Caddy 2.6 and its internal certificate authority, not with a public one.
#
# Start the service with this option, or all clients count as one address:
#
#   engaged serve --trusted-proxies 127.0.0.1

${it.domain} {
	header Strict-Transport-Security "max-age=31536000"

	# Caddy replaces the X-Forwarded-For header that the client sent.
	reverse_proxy ${upstreamOf(it)} {
		transport http {
${schemeOf(it) === 'https' ? '\t\t\t# The certificate of the service is for the name that clients use.\n\t\t\ttls_insecure_skip_verify\n' : ''}			# Less than the 65 seconds for which the service keeps idle connections.
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
