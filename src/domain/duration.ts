const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a length of time such as `30m`, `24h` or `90d`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,6})([mhd])$/.exec(text);
  return match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined;
}
