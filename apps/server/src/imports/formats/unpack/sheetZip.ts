import { crc32 } from 'node:zlib';
import { Inflate } from 'fflate';
import { readZip, type ZipEntry, ZipFault } from '../../../core/zip/readZip.ts';
import { SheetFault } from '../sheet.ts';

/** The parts of a workbook by name: lower case, no leading slash. The names are only keys, never paths. */
export type Zip = ReadonlyMap<string, ZipEntry>;

const endMark = Buffer.from('504b0506', 'hex');
const endBytes = 22;
const mostEntries = 10_000;

/** Reads the directory of an archive only. @throws SheetFault `import.damaged`, `import.encrypted` */
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

export function damagedAsProblem<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    throw new SheetFault(error.reason === 'encrypted' ? 'import.encrypted' : 'import.damaged');
  }
}

/** In bytes: how much the parts of a workbook may unpack to, from now on and as a whole. */
export interface Budget {
  left: number;
  readonly whole: number;
}

const stored = 0;
const deflated = 8;
// Deflate packs at most 1,032 to 1, so one push unpacks to at most 16 MB.
const pushBytes = 16 * 1024;
// A real sheet packs 10 to 40 to 1. Small parts may exceed this ratio.
const suspiciousRatio = 200;
const suspiciousBytes = 16 * 1024 * 1024;

/**
 * Unpacks a part of an archive lazily, in pieces, and stops when the budget is used up.
 * @throws SheetFault `import.unpackedTooLarge`, `import.encrypted`, `import.damaged`
 */
export function* unpack(
  entry: ZipEntry,
  budget: Budget,
  onRead?: (share: number) => void,
): Generator<Uint8Array> {
  if (entry.isEncrypted) throw new SheetFault('import.encrypted');
  if (entry.unpackedBytes > budget.left) throw tooLarge(budget);
  const { packed } = damagedAsProblem(entry.open);
  const inflate = entry.method === deflated ? openInflate() : null;
  if (!inflate && entry.method !== stored) throw new SheetFault('import.damaged');
  let crc = 0;
  let unpacked = 0;
  for (let at = 0; at < packed.length; at += pushBytes) {
    const end = Math.min(at + pushBytes, packed.length);
    const piece = packed.subarray(at, end);
    for (const part of inflate ? inflate(piece, end === packed.length) : [piece]) {
      unpacked += part.length;
      budget.left -= part.length;
      if (budget.left < 0 || (unpacked > suspiciousBytes && unpacked > end * suspiciousRatio))
        throw tooLarge(budget);
      crc = crc32(part, crc);
      yield part;
    }
    onRead?.(end / packed.length);
  }
  if (crc !== entry.crc || unpacked !== entry.unpackedBytes) throw new SheetFault('import.damaged');
}

/** Unpacks the part of a sheet; `ofSheet`: the properties of every sheet of a workbook. */
export function unpackSheet(entry: ZipEntry, budget: Budget) {
  let share = 0;
  const chunks = unpack(entry, budget, (read) => {
    share = read;
  });
  const ofSheet = { share: () => share, cellsCanSlip: false, kind: 'text', encoding: null } as const;
  return { chunks, ofSheet };
}

function openInflate() {
  let parts: Uint8Array[] = [];
  const inflate = new Inflate((part) => {
    if (part.length > 0) parts.push(part);
  });
  return (piece: Uint8Array, isLast: boolean): Uint8Array[] => {
    parts = [];
    try {
      inflate.push(piece, isLast);
    } catch {
      // An unpacking error means that the file is faulty.
      throw new SheetFault('import.damaged');
    }
    return parts;
  };
}

function tooLarge({ whole }: Budget): SheetFault {
  return new SheetFault('import.unpackedTooLarge', { params: { limit: Math.floor(whole / 1024 / 1024) } });
}
