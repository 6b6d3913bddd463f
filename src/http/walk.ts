import type { Walk } from './cursor.ts';
import type { Call } from './route.ts';

/** The list that a request pages through, of the people and things that the company has now. */
export function walkOf(call: Call, list: string, filters: Walk['filters']): Walk {
  const { companyId } = call.credential;
  const { generation } = call.services.revisions.of(companyId);
  return { list, companyId, generation, filters };
}
