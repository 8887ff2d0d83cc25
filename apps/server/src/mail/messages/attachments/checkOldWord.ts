import { AppError } from '../../../core/runtime/errors.ts';

/** An entry of the directory of a compound file ([MS-CFB] 2.6.1). */
interface Entry {
  readonly name: string;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

const nobody = 0xffffffff;
const lastSector = 0xfffffffa;
const entryBytes = 128;
const wordMark = 0xa5ec;
const encryptedFlag = 0x0100;
const smallest = 4096;

/**
 * Checks the directory of a .doc document ([MS-DOC] 2.1), whose storages reveal active content.
 * @throws AppError `attachment.macros`, `attachment.embedded`, `attachment.encrypted`; RangeError or SyntaxError
 *   if it is damaged or no such document
 */
export function checkOldWord(bytes: Buffer): void {
  const sectorBytes = 1 << bytes.readUInt16LE(30);
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw new SyntaxError();
  const sector = (number: number) => bytes.subarray((number + 1) * sectorBytes, (number + 2) * sectorBytes);
  const entries = readEntries(bytes, sector);
  for (const entry of entries) checkEntry(entry);
  const word = entries.find(({ name }) => name === 'WordDocument');
  // Smaller streams are in the mini stream; Word's own stream is never that small.
  if (!word || word.size < smallest) throw new SyntaxError();
  const head = sector(word.start);
  if (head.readUInt16LE(0) !== wordMark) throw new SyntaxError();
  if (head.readUInt16LE(10) & encryptedFlag) throw new AppError('attachment.encrypted');
}

function checkEntry({ name, child }: Entry): void {
  if (/^(?:Macros|_?VBA.*|_VBA_PROJECT.*|PROJECTwm)$/i.test(name)) throw new AppError('attachment.macros');
  // Word also writes an empty pool, without any object.
  if (name === 'ObjectPool' && child !== nobody) throw new AppError('attachment.embedded');
  if (/Ole10Native$|^(?:Package|OCXNAME)$/i.test(name)) throw new AppError('attachment.embedded');
  // The container of an encrypted .docx ([MS-OFFCRYPTO] 2.3).
  if (/^(?:EncryptedPackage|EncryptionInfo)$/i.test(name)) throw new AppError('attachment.encrypted');
}

function readEntries(bytes: Buffer, sector: (number: number) => Buffer): Entry[] {
  const table = readTable(bytes, sector);
  const entries: Entry[] = [];
  const seen = new Set<number>();
  for (let at = bytes.readUInt32LE(48); at < lastSector; at = table[at] ?? nobody) {
    if (seen.has(at)) throw new SyntaxError();
    seen.add(at);
    const content = sector(at);
    for (let start = 0; start < content.length; start += entryBytes) {
      const entry = content.subarray(start, start + entryBytes);
      const nameBytes = Math.min(entry.readUInt16LE(64), 64);
      if (entry[66] === 0) continue;
      entries.push({
        name: entry.toString('utf16le', 0, Math.max(nameBytes - 2, 0)),
        child: entry.readUInt32LE(76),
        start: entry.readUInt32LE(116),
        size: entry.readUInt32LE(120),
      });
    }
  }
  return entries;
}

/** The file allocation table: for each sector, the number of the next sector ([MS-CFB] 2.3). */
function readTable(bytes: Buffer, sector: (number: number) => Buffer): number[] {
  const places = numbersOf(bytes.subarray(76, 512));
  const seen = new Set<number>();
  for (let at = bytes.readUInt32LE(68); at < lastSector; ) {
    if (seen.has(at)) throw new SyntaxError();
    seen.add(at);
    const numbers = numbersOf(sector(at));
    at = numbers.pop() ?? nobody;
    for (const number of numbers) places.push(number);
  }
  const real = new Set(places.filter((place) => place < lastSector));
  return [...real].flatMap((place) => numbersOf(sector(place)));
}

function numbersOf(bytes: Buffer): number[] {
  if (bytes.length % 4 > 0 || bytes.length === 0) throw new RangeError();
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4));
}
