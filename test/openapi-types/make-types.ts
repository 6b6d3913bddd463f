import openapiTS, { astToString, type OpenAPITSOptions } from 'openapi-typescript';

/** The TypeScript types of an OpenAPI document, as text. */
export const makeTypes = async (document: string, options?: OpenAPITSOptions): Promise<string> =>
  astToString(await openapiTS(document, options));
