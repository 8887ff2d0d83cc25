import { readZip, type ZipEntry, ZipFault } from '../../../platform/zip/readZip.ts';
import { SheetFault } from '../sheet.ts';

/** The parts of a workbook by name: lower case, without a stroke in front. Names are only keys, never paths. */
export type Zip = ReadonlyMap<string, ZipEntry>;

const endMark = Buffer.from('504b0506', 'hex');
const endBytes = 22;
const mostEntries = 10_000;

/**
 * Reads the directory of an archive; nothing is unpacked. What some programs leave behind its end is not looked at.
 * @throws SheetFault `import.damaged`, `import.encrypted`
 */
export function openZip(content: Uint8Array): Zip {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const end = bytes.lastIndexOf(endMark);
  if (end < 0 || end + endBytes > bytes.length) throw new SheetFault('import.damaged');
  const archive = bytes.subarray(0, end + endBytes + bytes.readUInt16LE(end + 20));
  const { entries } = damagedAsProblem(() => readZip(archive, mostEntries));
  return new Map(entries.map((entry) => [partName(entry.name), entry]));
}

export function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

/** Converts an error of the archive to a problem for the user. */
export function damagedAsProblem<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    throw new SheetFault(error.reason === 'encrypted' ? 'import.encrypted' : 'import.damaged');
  }
}
