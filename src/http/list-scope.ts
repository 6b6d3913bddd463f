import type { ListScope } from './cursor.ts';
import type { Call } from './endpoint.ts';

/** The list that a request pages through, of the people and things that the company has now. */
export function listScope(call: Call, list: string, filters: ListScope['filters']): ListScope {
  const { companyId } = call.credential;
  const { generation } = call.services.revisions.of(companyId);
  return { list, companyId, generation, filters };
}
