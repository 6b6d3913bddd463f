import { Flows } from './flow.ts';
import { Provider } from './provider.ts';
import type { OidcSettings } from './settings.ts';

/** Sign-in through an OpenID provider, with what it keeps in memory. */
export type Oidc = { settings: OidcSettings; provider: Provider; flows: Flows };

export const createOidc = (settings: OidcSettings): Oidc => ({
  settings,
  provider: new Provider(settings),
  flows: new Flows(),
});
