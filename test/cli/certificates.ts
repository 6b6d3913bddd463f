import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Why certificates cannot be made; the tests that need them are skipped. */
export const NO_OPENSSL =
  spawnSync('openssl', ['version']).error === undefined ? false : 'openssl is not installed';

/** Makes a certificate for localhost, or other names, that signs itself, with its key. */
export function makeCertificate(
  folder: string,
  name: string,
  { days = 100, names = 'DNS:localhost,IP:127.0.0.1' } = {},
) {
  const files = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`],
      ...['-days', String(days), '-keyout', files.key, '-out', files.cert],
    ],
    { stdio: 'ignore' },
  );
  return files;
}
