/** What `--host` accepts. */
export const HOST_FORM = 'an IPv4 address, a host name, or :: for every interface';

/** Whether a text has that form. Listening shows whether this machine has the address. */
export const isHost = (text: string): boolean => /^(?:::|[\dA-Za-z.-]{1,253})$/.test(text);
