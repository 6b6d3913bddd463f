import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../domain/errors.ts';
import { isHostName } from '../../domain/sso-domain.ts';
import { CONTROL_CHARACTERS } from '../../domain/text.ts';
import { collect } from '../command.ts';

// The option parsers of deployments.

/** An address with its port. */
export type Endpoint = { address: string; port: number };

/** A host name (RFC 1123, 2.1). Anything else could inject text into these files. */
export function domainName(text: string): string {
  if (isHostName(text)) return text;
  throw new InvalidArgumentError('It must be a host name.');
}

/** An IPv4 address, or an IPv6 address in brackets, with a port. */
export function endpoint(text: string): Endpoint {
  const [, bracketed, plain = '', digits] = /^(?:\[(.+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  const address = bracketed ?? plain;
  const port = Number(digits);
  if (isIP(address) === (bracketed ? 6 : 4) && port > 0 && port < 65_536) return { address, port };
  throw new InvalidArgumentError('It must be an IP address with a port, such as 10.0.0.11:8080.');
}

export const endpoints = (text: string, before: readonly Endpoint[] = []): Endpoint[] => [
  ...before,
  endpoint(text),
];

/** A path as HAProxy reads it without quotes. */
export function oneWord(text: string): string {
  if (/^\/[\w./-]*$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a path of letters, digits and . _ - only.');
}

export function oneLine(text: string): string {
  if (text !== '' && text.search(CONTROL_CHARACTERS) === -1) return text;
  throw new UsageError('A path or text here must be without control characters');
}

export const collectLine = (text: string, before: readonly string[] | undefined): string[] =>
  collect(oneLine(text), before);

export function timeOfDay(text: string): string {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a time such as 02:15.');
}
