import type { Messages } from '../../languages/en.ts';

const BROWSERS = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** A browser as its user knows it: Firefox on Windows. */
export function browserName({ accounts }: Messages, userAgent: string): string {
  const find = (names: typeof BROWSERS | typeof SYSTEMS) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = find(SYSTEMS);
  const browser = find(BROWSERS) ?? accounts.otherBrowser;
  return system ? accounts.browserOn({ browser, system }) : browser;
}
