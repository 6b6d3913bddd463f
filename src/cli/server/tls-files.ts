import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { invalid } from '../../domain/errors.ts';

/** The files of a certificate and its key. */
export type TlsFiles = { cert: string; key: string };

/** What the files hold: PEM texts that belong together. */
export type TlsPair = { cert: string; key: string };

/**
 * Reads a certificate with its key.
 *
 * @throws EngagedError `validation_failed` that says which setting is wrong, and never what a file holds
 */
export function readTlsPair(files: TlsFiles): TlsPair {
  const pair = { cert: readText('tls-cert', files.cert), key: readText('tls-key', files.key) };
  const certificate = certificateOf(pair);
  if (!certificate.checkPrivateKey(privateKeyOf(pair))) {
    throw invalid('The key of tls-key does not belong to the certificate of tls-cert');
  }
  try {
    createSecureContext(pair);
  } catch {
    throw invalid('The certificates of tls-cert are damaged, or their keys too weak');
  }
  return pair;
}

function privateKeyOf({ key }: TlsPair): KeyObject {
  try {
    return createPrivateKey(key);
  } catch {
    throw invalid('tls-key must name a file with a private key in PEM, without a passphrase');
  }
}

/** The first certificate of a pair: the service's own. */
export function certificateOf({ cert }: Pick<TlsPair, 'cert'>): X509Certificate {
  try {
    return new X509Certificate(cert);
  } catch {
    throw invalid('tls-cert must name a file with a certificate in PEM');
  }
}

function readText(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw invalid(`The file of ${setting} cannot be read (${code})`);
  }
}
