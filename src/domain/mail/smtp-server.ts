/** The server that takes mail for delivery. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte, TLS before anything that matters, or none, which only this machine may have. */
  security: 'tls' | 'starttls' | 'none';
  /** Undefined where nobody signs in. */
  user: string | undefined;
  /** Undefined where it stands in a file. */
  password: string | undefined;
};

/** Completes "must be …". */
export const SMTP_URL_FORM =
  'smtps://HOST or smtp://HOST, with USER:PASSWORD@ before and :PORT behind the host where they are needed; ' +
  '?tls=none behind it for a server on this machine';

const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;

/** Reads `smtps://user:password@host:465`; undefined for anything else. The password is never part of an error. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  const { protocol, pathname = '', hash = '', search = '' } = url ?? {};
  if (!url || (protocol !== 'smtps:' && protocol !== 'smtp:')) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPlain = search === '?tls=none';
  if (!/^[\w.:-]{1,253}$/.test(host) || (pathname !== '' && pathname !== '/') || hash !== '')
    return undefined;
  if (search !== '' && !(isPlain && protocol === 'smtp:' && isThisMachine(host))) return undefined;
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === undefined || password === undefined || (user === '' && password !== ''))
    return undefined;
  return {
    ...{ host, port: url.port === '' ? PORTS[protocol] : Number(url.port) },
    security: protocol === 'smtps:' ? 'tls' : isPlain ? 'none' : 'starttls',
    ...{ user: user || undefined, password: password || undefined },
  };
}

/** By its name or address as it is written: what a name server says of another name can change. */
const isThisMachine = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return /\p{Cc}/u.test(plain) ? undefined : plain;
  } catch {
    return undefined;
  }
}
