import { LRUCache } from 'lru-cache';
import { UTC } from '../../domain/time-zone.ts';
import type { Messages } from './en.ts';

/** The formats of a zone take about 30 kB each. */
const made = new LRUCache<string, Messages>({ max: 100 });

/** A catalogue in which moments are those of a time zone. */
export function inZone(t: Messages, zone: string): Messages {
  if (zone === UTC) return t;
  const key = `${t.language} ${zone}`;
  const found = made.get(key) ?? { ...t, format: t.format.inZone(zone) };
  made.set(key, found);
  return found;
}
