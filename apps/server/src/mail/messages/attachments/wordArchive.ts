import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { AppError } from '../../../core/runtime/errors.ts';
import { readZip, type ZipEntry, ZipFault } from '../../../core/zip/readZip.ts';

export interface WordPart extends Pick<ZipEntry, 'name' | 'method' | 'crc' | 'unpackedBytes'> {
  readonly packed: Buffer;
}

const mostParts = 2000;
/** In bytes, for all parts together; ten times what a hundred pages with pictures need. */
const mostUnpacked = 64 * 1024 * 1024;

/**
 * The parts of a document, still packed. The archive must span the whole file, and its directory must match
 * the local headers: programs that read an ambiguous archive may see different documents.
 * @throws SyntaxError if it is damaged; AppError `attachment.encrypted`, `attachment.tooDense`
 */
export function listParts(bytes: Buffer): WordPart[] {
  try {
    const { entries, isTight } = readZip(bytes, mostParts);
    const parts = entries.map(partOf);
    const names = new Set(parts.map(({ name }) => name.toLowerCase()));
    if (names.size !== parts.length || !isTight) throw new SyntaxError();
    if (parts.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0) > mostUnpacked)
      throw new AppError('attachment.tooDense');
    return parts;
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    if (error.reason === 'damaged') throw new SyntaxError();
    throw new AppError(error.reason === 'encrypted' ? 'attachment.encrypted' : 'attachment.tooDense');
  }
}

function partOf(entry: ZipEntry): WordPart {
  const { localName, packed } = entry.open();
  if (localName !== entry.name) throw new SyntaxError();
  if (entry.isEncrypted) throw new AppError('attachment.encrypted');
  return { ...entry, packed };
}

const inflate = promisify(inflateRaw) as (packed: Buffer, options: object) => Promise<Buffer>;

/** Unpacks a part, at most to its stated size. @throws SyntaxError, or AppError `attachment.tooDense` */
export async function unpackPart({ method, crc, unpackedBytes, packed }: WordPart): Promise<Buffer> {
  if (method !== 0 && method !== 8) throw new SyntaxError();
  const content =
    method === 0 ? packed : await inflate(packed, { maxOutputLength: unpackedBytes + 1 }).catch(refuse);
  if (content.length > unpackedBytes) throw new AppError('attachment.tooDense');
  if (content.length !== unpackedBytes || crc32(content) !== crc) throw new SyntaxError();
  return content;
}

function refuse(error: NodeJS.ErrnoException): never {
  throw error.code === 'ERR_BUFFER_TOO_LARGE' ? new AppError('attachment.tooDense') : new SyntaxError();
}
