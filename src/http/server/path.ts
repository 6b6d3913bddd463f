/** Paths in which every character stands for itself. */
const PLAIN = /^(?:\/[\w~-]*)+$/;

/** The scheme and the authority of an absolute target (RFC 9112, 3.2.2). */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/** A path that no route has. */
export const NO_PATH = '/*';

/**
 * The path of a request's target in its one normal form: without dot segments (RFC 3986, 6.2.2.3), every segment
 * decoded. An encoded slash is left encoded, so that it separates nothing.
 *
 * @returns undefined for a target that is neither a path nor a URL, or cannot be decoded
 */
export function pathOf(target: string): string | undefined {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (PLAIN.test(path)) return path;
  // Of the server itself (RFC 9112, 3.2.4), which has no route.
  if (path === '*') return NO_PATH;
  if (!/^[\x21-\x7e]*$/.test(path)) return undefined;
  try {
    const { pathname } = path.startsWith('/')
      ? new URL(`http://localhost${path}`)
      : new URL(ABSOLUTE.test(path) ? path : '');
    return pathname.split('/').map(decodeSegment).join('/');
  } catch {
    return undefined;
  }
}

function decodeSegment(segment: string): string {
  const decoded = decodeURIComponent(segment);
  return /[/\\]/.test(decoded) ? segment : decoded;
}
