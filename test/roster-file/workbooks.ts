import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive: its text or bytes; `claims` is the size that the archive says it has, `packed` what is unpacked instead. */
export type Part = {
  name: string;
  data: string | Uint8Array;
  claims?: number;
  packed?: Uint8Array;
};

/** An archive of parts, packed. */
export function archiveOf(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claims, packed: given } of parts) {
    const bytes = Buffer.from(data);
    const packed = given ?? deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claims ?? bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 0]);
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), version, head, tail, Buffer.from(name)]),
    );
    files.push(file);
    offset += file.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, directory, Buffer.from('PK\x05\x06'), end]);
}

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const relationships = (all: readonly (readonly [id: string, kind: string, target: string])[]) =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([id, kind, target]) =>
        `<Relationship Id="${id}" Type="${TYPE}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** The rows of a sheet, as XML. */
export const sheetXml = (rows: string, before = ''): string =>
  `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${before}<sheetData>${rows}</sheetData></worksheet>`;

/** A row of texts. */
export const rowXml = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells
    .map(
      (cell, at) =>
        `<c r="${String.fromCharCode(65 + at)}${number}" t="inlineStr"><is><t>${cell}</t></is></c>`,
    )
    .join('')}</row>`;

/** What a workbook is made of, besides its one sheet. */
export type Others = {
  strings?: string;
  styles?: string;
  workbookPr?: string;
  more?: readonly Part[];
};

/** The parts of a workbook with one sheet. */
export const workbookParts = (sheet: string | Uint8Array, others: Others = {}): Part[] => [
  { name: '_rels/.rels', data: relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
  {
    name: 'xl/workbook.xml',
    data: `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${TYPE}">${others.workbookPr ?? ''}<sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    data: relationships([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
      ['rId3', 'styles', '/xl/styles.xml'],
    ]),
  },
  { name: 'xl/worksheets/sheet1.xml', data: sheet },
  ...(others.strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', data: others.strings }]),
  ...(others.styles === undefined ? [] : [{ name: 'xl/styles.xml', data: others.styles }]),
  ...(others.more ?? []),
];

/** A workbook with one sheet. */
export const workbookOf = (sheet: string | Uint8Array, others?: Others): Buffer =>
  archiveOf(workbookParts(sheet, others));
