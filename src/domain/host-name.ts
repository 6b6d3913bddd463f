/** True of one label of a host name (RFC 1123, 2.1). */
export const isHostLabel = (label: string): boolean =>
  label.length <= 63 && /^[a-z\d]+(?:-+[a-z\d]+)*$/i.test(label);

/** True of a host name. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 && text.split('.').every(isHostLabel);
