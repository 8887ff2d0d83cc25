import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { AppError } from '../../../core/runtime/errors.ts';
import { readZip, type ZipEntry, ZipFault } from '../../../core/zip/readZip.ts';

type Attributes = Readonly<Record<string, string>>;

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const macroType = /macroEnabled|vbaProject|vbaData/i;
const macroName = /(?:^|\/)vba[^/]*\.(?:bin|xml)$/i;
const objectType = /activeX|oleObject/i;
const objectName = /(?:^|\/)(?:embeddings|activeX|afchunk[^/]*)(?:\/|$)|\.(?:mht|html?)$/i;
const objectRelation = /\/(?:oleObject|package|control|activeXControlBinary|aFChunk|subDocument|frame)$/i;
/** Fields that start another program (ECMA-376 part 1, 17.16.5: DDE and DDEAUTO of older editions). */
const startingField = /\bDDE(?:AUTO)?\b/i;

/**
 * Checks a .docx document (ECMA-376) for active content.
 * @throws AppError `attachment.macros`, `attachment.embedded`, `attachment.linked`, `attachment.encrypted`,
 *   `attachment.tooDense`; RangeError or SyntaxError if it is damaged or no such document
 */
export async function checkWord(bytes: Buffer): Promise<void> {
  const parts = listParts(bytes);
  for (const { name } of parts) checkName(name);
  let mainPart: string | null = null;
  // Unpacks every part, one after another: a part with a wrong size or checksum may hide something.
  for (const part of parts) {
    const content = await unpackPart(part);
    if (!/\.(?:xml|rels)$/i.test(part.name)) continue;
    const xml = decodeXml(content);
    if (part.name.toLowerCase() === '[content_types].xml') mainPart = checkTypes(xml);
    else if (/\.rels$/i.test(part.name)) checkRelations(xml);
    else checkFields(xml);
  }
  if (!parts.some(({ name }) => `/${name}` === mainPart)) throw new SyntaxError();
}

function checkName(name: string): void {
  if (macroName.test(name)) throw new AppError('attachment.macros');
  if (objectName.test(name)) throw new AppError('attachment.embedded');
}

/** @throws SyntaxError, also for a document type: it may declare entities; no word processor writes one */
function decodeXml(content: Buffer): string {
  const isWide = content.length > 1 && content.readUInt16LE(0) === 0xfeff;
  let xml: string;
  try {
    xml = new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(content);
  } catch {
    throw new SyntaxError();
  }
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new SyntaxError();
  return xml;
}

/** Returns the name of the main document part; refuses types of active content. */
function checkTypes(xml: string): string | null {
  let mainPart: string | null = null;
  forEachElement(xml, ({ ContentType = '', PartName = '' }) => {
    if (macroType.test(ContentType)) throw new AppError('attachment.macros');
    if (objectType.test(ContentType)) throw new AppError('attachment.embedded');
    if (ContentType === mainType) mainPart = PartName;
  });
  return mainPart;
}

function checkRelations(xml: string): void {
  forEachElement(xml, ({ Type = '', TargetMode = '' }) => {
    if (macroType.test(Type)) throw new AppError('attachment.macros');
    // A hyperlink needs a click; a remote template, picture or object is fetched when the document opens.
    if (/^external$/i.test(TargetMode.trim()) && !/\/hyperlink$/.test(Type))
      throw new AppError('attachment.linked');
    if (objectRelation.test(Type)) throw new AppError('attachment.embedded');
  });
}

function checkFields(xml: string): void {
  const simple = [...xml.matchAll(/\binstr\s*=\s*("[^"]*"|'[^']*')/g)].map(([, text]) => text);
  // The text of a field may be split over several runs.
  const spread = [...xml.matchAll(/<(?:\w+:)?instrText\b[^<>]*>([^<]*)/g)].map(([, text]) => text);
  if (startingField.test(`${simple.join(' ')} ${spread.join('')}`)) throw new AppError('attachment.linked');
}

function forEachElement(xml: string, look: (attributes: Attributes) => void): void {
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on('opentag', ({ attributes }) => look(attributes));
  parser.on('error', () => {
    throw new SyntaxError();
  });
  parser.write(xml).close();
}

interface WordPart extends Pick<ZipEntry, 'name' | 'method' | 'crc' | 'unpackedBytes'> {
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
function listParts(bytes: Buffer): WordPart[] {
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
async function unpackPart({ method, crc, unpackedBytes, packed }: WordPart): Promise<Buffer> {
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
