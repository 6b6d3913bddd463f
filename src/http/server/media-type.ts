import { upTo } from '../../domain/text.ts';

/** The type that a `Content-Type` header names, without its parameters and in small letters; empty without a header. */
export const mediaTypeOf = (contentType = ''): string =>
  upTo(contentType, ';').trim().toLowerCase();
