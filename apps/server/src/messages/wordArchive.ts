import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { AppError } from '../platform/runtime/errors.ts';

/** One file of a ZIP archive, as its directory states it (APPNOTE 4.3.12). */
export interface WordPart {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Buffer;
}

const directoryEnd = 0x06054b50;
const directoryMark = 0x02014b50;
const localMark = 0x04034b50;
const mostParts = 2000;
/** In bytes, all parts together. What a hundred pages with pictures need is a tenth of this. */
const mostUnpacked = 64 * 1024 * 1024;

/**
 * The parts of a document, none of them unpacked yet. The archive has to begin and end with the file and to say the
 * same in its directory and before each part: what two programs read differently is no document.
 * @throws RangeError or SyntaxError where it is damaged; AppError `attachment.encrypted`, `attachment.tooDense`
 */
export function listParts(bytes: Buffer): WordPart[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > mostParts) throw new AppError('attachment.tooDense');
  const parts: WordPart[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== directoryMark) throw new SyntaxError();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      bytes.readUInt16LE(at + place),
    );
    parts.push(partAt(bytes, at, nameLength ?? 0));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  const names = new Set(parts.map(({ name }) => name.toLowerCase()));
  if (names.size !== parts.length || at !== end) throw new SyntaxError();
  if (parts.reduce((sum, { size }) => sum + size, 0) > mostUnpacked)
    throw new AppError('attachment.tooDense');
  return parts;
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= 0 && at > bytes.length - 22 - 0xffff; at -= 1) {
    const isEnd = bytes.readUInt32LE(at) === directoryEnd;
    if (isEnd && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  throw new SyntaxError();
}

function partAt(bytes: Buffer, at: number, nameLength: number): WordPart {
  const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
  const local = bytes.readUInt32LE(at + 42);
  const localNameLength = bytes.readUInt16LE(local + 26);
  const localName = bytes.toString('utf8', local + 30, local + 30 + localNameLength);
  if (bytes.readUInt32LE(local) !== localMark || localName !== name) throw new SyntaxError();
  if (bytes.readUInt16LE(at + 8) & 1) throw new AppError('attachment.encrypted');
  const start = local + 30 + localNameLength + bytes.readUInt16LE(local + 28);
  const packedSize = bytes.readUInt32LE(at + 20);
  if (start + packedSize > bytes.length) throw new RangeError();
  return {
    name,
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    size: bytes.readUInt32LE(at + 24),
    packed: bytes.subarray(start, start + packedSize),
  };
}

const inflate = promisify(inflateRaw) as (packed: Buffer, options: object) => Promise<Buffer>;

/**
 * Unpacks a part, and never further than the size that its directory states.
 * @throws SyntaxError where it is damaged; AppError `attachment.tooDense` where it lied about its size
 */
export async function unpackPart({ method, crc, size, packed }: WordPart): Promise<Buffer> {
  if (method !== 0 && method !== 8) throw new SyntaxError();
  const content = method === 0 ? packed : await inflate(packed, { maxOutputLength: size + 1 }).catch(refuse);
  if (content.length > size) throw new AppError('attachment.tooDense');
  if (content.length !== size || crc32(content) !== crc) throw new SyntaxError();
  return content;
}

function refuse(error: NodeJS.ErrnoException): never {
  throw error.code === 'ERR_BUFFER_TOO_LARGE' ? new AppError('attachment.tooDense') : new SyntaxError();
}
