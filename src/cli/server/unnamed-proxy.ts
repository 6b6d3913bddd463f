import type { Settings } from './settings.ts';

/** What follows from a proxy whose address no setting names. */
export const UNNAMED_PROXY =
  'public-url is an https address that this service does not serve itself, and trusted-proxies is empty: all clients of the proxy count as one address';

/** Whether a proxy must be in front of the service, and its clients cannot be told apart. */
export const hasUnnamedProxy = ({ publicUrl, ...settings }: Settings): boolean =>
  publicUrl?.protocol === 'https:' &&
  [settings.trustedProxies, settings.tlsCert, settings.socket].every((one) => one === undefined);
