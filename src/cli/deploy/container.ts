import { type Deployment, schemeOf } from './deployment.ts';

/** A Containerfile (Dockerfile) over the npm package. */
export function containerFile(it: Deployment): string {
  const variables = [
    ...it.variables.filter(([name]) => name !== 'ENGAGED_HOST'),
    ['ENGAGED_DATA', '/data/engaged.db'],
    ['ENGAGED_HOST', '0.0.0.0'],
  ] as const;
  const scheme = schemeOf(it);
  // The certificate is for the name that clients use.
  const unverified = scheme === 'https' ? ', { rejectUnauthorized: false }' : '';
  return `# Containerfile, printed by engaged ${it.version}
# Not tested as an image; only installing the package from its tarball was tested.
#
#   npm pack                                    in a clone; creates engaged-${it.version}.tgz; put it beside this file
#   docker build -t engaged:${it.version} -f Containerfile .
#   docker run --rm -it -v engaged:/data engaged:${it.version} company create --name 'Your company'
#   docker run --rm -it -v engaged:/data engaged:${it.version} key create --mode live --name first --scope employees:read
#   docker run -d --name engaged --restart unless-stopped --stop-timeout 30 --read-only --tmpfs /tmp --cap-drop ALL \\
#     --security-opt no-new-privileges -v engaged:/data -p 127.0.0.1:${it.port}:${it.port} engaged:${it.version}
#   docker exec engaged engaged key list
#
# Use one container per volume, on a local disk: SQLite's locks do not work on network file systems, and a second
# server on the same file is refused.

FROM node:24-slim

COPY engaged-${it.version}.tgz /tmp/engaged.tgz
RUN npm install --global --ignore-scripts --no-audit --no-fund /tmp/engaged.tgz \\
 && install -d -o node -g node -m 700 /data

USER node
WORKDIR /data
VOLUME /data
${variables.map(([name, value]) => `ENV ${name}=${dockerWord(value)}\n`).join('')}
EXPOSE ${it.port}
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \\
  CMD ["node", "-e", "require('node:${scheme}').get('${scheme}://127.0.0.1:${it.port}/readyz'${unverified}, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]

# Exec form, so that the stop signal reaches the program.
ENTRYPOINT ["engaged"]
CMD ["serve"]
`;
}

const dockerWord = (text: string): string => `"${text.replaceAll(/["\\$]/g, '\\$&')}"`;
