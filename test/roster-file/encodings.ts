const be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** Every form a file can come in: how to write it, and what it is to be recognised as. */
export const encodings: {
  name: string;
  encoding: string;
  encode: (text: string) => Buffer;
}[] = [
  { name: 'UTF-8', encoding: 'utf-8', encode: (text) => Buffer.from(text) },
  {
    name: 'UTF-8 with a mark',
    encoding: 'utf-8',
    encode: (text) => Buffer.from(`\uFEFF${text}`),
  },
  {
    name: 'UTF-16LE with a mark',
    encoding: 'utf-16le',
    encode: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  },
  { name: 'UTF-16LE', encoding: 'utf-16le', encode: (text) => Buffer.from(text, 'utf16le') },
  { name: 'UTF-16BE with a mark', encoding: 'utf-16be', encode: (text) => be(`\uFEFF${text}`) },
  { name: 'UTF-16BE', encoding: 'utf-16be', encode: be },
  {
    name: 'Windows-1252',
    encoding: 'windows-1252',
    encode: (text) => Buffer.from(text, 'latin1'),
  },
];
