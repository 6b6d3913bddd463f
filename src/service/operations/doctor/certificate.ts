import type { X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../../domain/duration.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Certificates are renewed a month before they end; one that was not is late by then. */
const LATE_DAYS = 21;

/** When the certificate of the service ends. */
export function checkCertificate({ validFrom, validTo }: X509Certificate, now: number): Finding {
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  if (now >= to) {
    return problem('certificate', `The certificate expired ${isoTime(to)}`, ADVICE);
  }
  if (now < from) {
    return problem(
      'certificate',
      `The certificate is not valid before ${isoTime(from)}`,
      'Check the clock of this machine, or use another certificate',
    );
  }
  return to - now < LATE_DAYS * DAY_MS
    ? warning('certificate', `The certificate expires ${isoTime(to)}`, ADVICE)
    : ok('certificate', `The certificate is valid until ${isoTime(to)}`);
}

const ADVICE = 'Renew it, and write it to the files of tls-cert and tls-key; no restart is needed';
