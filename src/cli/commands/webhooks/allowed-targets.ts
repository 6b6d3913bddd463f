import { type AllowedTargets, parseAllowedTargets } from '../../../service/webhooks/target.ts';
import type { Context } from '../../context.ts';
import { type RawSettings, readSettings } from '../../server/settings.ts';

/** What webhooks may call although it is refused otherwise, as the setting says. */
export const allowedTargets = ({ env }: Context, options: RawSettings): AllowedTargets =>
  parseAllowedTargets(readSettings(options, env, ['webhookAllow']).webhookAllow);
