import { SaxesParser } from 'saxes';
import { SheetFault } from '../sheet.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Names come without their prefix: a workbook may write `x:row` or `row`. */
export interface XmlEvents {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const pieceBytes = 64 * 1024;
const deepest = 100;
/** In characters between two tags, which the parser buffers; no text of a workbook is as long. */
const longestToken = 4 * 1024 * 1024;

/**
 * Parses XML while it is unpacked; after each piece yields the result of `take`. Only XML's own five entities
 * are expanded.
 * @throws SheetFault `import.damaged` if it is not well-formed or has a document type
 */
export function* parseXml<T>(
  chunks: Iterable<Uint8Array>,
  events: XmlEvents,
  take: () => Iterable<T>,
): Generator<T> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let depth = 0;
  let sinceTag = 0;
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0;
    depth += 1;
    if (depth > deepest) throw new SheetFault('import.damaged');
    events.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    depth -= 1;
    events.close?.(localName(name));
  });
  if (events.text) parser.on('text', events.text);
  if (events.text) parser.on('cdata', events.text);
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  for (const text of decodeXml(chunks)) {
    sinceTag += text.length;
    if (sinceTag > longestToken) throw new SheetFault('import.damaged');
    parser.write(text);
    yield* take();
  }
  parser.close();
  yield* take();
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

function refuse(): never {
  throw new SheetFault('import.damaged');
}

/** @throws SheetFault `import.damaged` where the bytes are in no such encoding */
export function* decodeXml(chunks: Iterable<Uint8Array>): Generator<string> {
  let decoder: TextDecoder | null = null;
  const decode = (bytes?: Uint8Array): string => {
    try {
      decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return refuse();
    }
  };
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += pieceBytes) yield decode(chunk.subarray(at, at + pieceBytes));
  }
  yield decode();
}

const declared = /^<\?xml[^>]{0,80} encoding=["']((?:iso-8859|windows)-\d{1,4})["']/i;

/** UTF-8, or UTF-16 as Excel for telephones writes it, or what is declared (XML 1.0, appendix F). */
function encodingOf(bytes: Uint8Array = new Uint8Array()): string {
  const [first, second] = bytes;
  if (first === 0xff || second === 0) return 'utf-16le';
  if (first === 0xfe || first === 0) return 'utf-16be';
  return declared.exec(Buffer.from(bytes.subarray(0, 120)).toString('latin1'))?.[1] ?? 'utf-8';
}
