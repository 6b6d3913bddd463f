import openapiTS, { astToString } from 'openapi-typescript';

/** The TypeScript types of an OpenAPI document, as text. */
export const makeTypes = async (document: string): Promise<string> =>
  astToString(await openapiTS(document));
