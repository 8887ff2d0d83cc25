import { SheetFault } from './sheet.ts';

/** One file of a ZIP archive, as its central directory states it (APPNOTE 4.3.12). */
export interface ZipEntry {
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Where its local header begins. */
  readonly offset: number;
  readonly isEncrypted: boolean;
}

export interface Zip {
  readonly bytes: Uint8Array;
  /** By name: lower case, without a stroke in front. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
}

const directoryEndMark = 0x06054b50;
const zip64LocatorMark = 0x07064b50;
const zip64EndMark = 0x06064b50;
const directoryMark = 0x02014b50;
const directoryEndBytes = 22;
const longestComment = 0xffff;
const mostEntries = 10_000;
const inZip64 = 0xffffffff;

/**
 * Reads the directory at the end of an archive. Nothing is unpacked, and names are only keys, never paths.
 * @throws SheetFault `import.damaged`
 */
export function openZip(bytes: Uint8Array): Zip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return { bytes, entries: readDirectory(view, bytes) };
  } catch (error) {
    // A position outside the file.
    if (error instanceof RangeError) throw new SheetFault('import.damaged');
    throw error;
  }
}

function readDirectory(view: DataView, bytes: Uint8Array): Map<string, ZipEntry> {
  const { count, start } = findDirectory(view);
  if (count > mostEntries) throw new SheetFault('import.damaged');
  const entries = new Map<string, ZipEntry>();
  const decoder = new TextDecoder();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== directoryMark) throw new SheetFault('import.damaged');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const commentLength = view.getUint16(at + 32, true);
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength));
    entries.set(partName(name), {
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...sizesOf(view, at, at + 46 + nameLength, extraLength),
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

export function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

function findDirectory(view: DataView): { count: number; start: number } {
  const last = view.byteLength - directoryEndBytes;
  for (let at = last; at >= 0 && at >= last - longestComment; at -= 1) {
    if (view.getUint32(at, true) !== directoryEndMark) continue;
    const isZip64 = at >= 20 && view.getUint32(at - 20, true) === zip64LocatorMark;
    if (!isZip64) return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
    const end = getUint64(view, at - 12);
    if (view.getUint32(end, true) !== zip64EndMark) throw new SheetFault('import.damaged');
    return { count: getUint64(view, end + 32), start: getUint64(view, end + 48) };
  }
  throw new SheetFault('import.damaged');
}

/** A field that is too small for its number is full of ones, and the number stands in an extra field (APPNOTE 4.5.3). */
function sizesOf(view: DataView, at: number, extraStart: number, extraLength: number) {
  const narrow = [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ];
  let wide = narrow.includes(inZip64) ? findZip64Extra(view, extraStart, extraStart + extraLength) : 0;
  const [unpackedBytes = 0, packedBytes = 0, offset = 0] = narrow.map((size) => {
    if (size !== inZip64) return size;
    wide += 8;
    return getUint64(view, wide - 8);
  });
  return { unpackedBytes, packedBytes, offset };
}

function findZip64Extra(view: DataView, start: number, end: number): number {
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 1) return at + 4;
  }
  throw new SheetFault('import.damaged');
}

function getUint64(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new SheetFault('import.damaged');
  return value;
}
