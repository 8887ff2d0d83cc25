import { encode as encodeBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import type MimeNode from 'nodemailer/lib/mime-node';
import { encode as encodeQuoted, wrap as wrapQuoted } from 'nodemailer/lib/qp';

/**
 * Serialises a MIME tree (RFC 2046) of texts and buffers, byte for byte like nodemailer's own stream, which
 * waits for a turn of the event loop at every part and takes four times as long.
 */
export function mimeBytes(root: MimeNode): Buffer {
  const pieces = [...piecesOf(root)].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  if (pieces.at(-1)?.at(-1) !== lineFeed) pieces.push(Buffer.from('\r\n'));
  return Buffer.concat(pieces);
}

const lineFeed = 0x0a;

function* piecesOf(node: MimeNode): Generator<string | Buffer> {
  yield `${node.buildHeaders()}\r\n\r\n`;
  yield contentOf(node);
  if (!node.boundary) return;
  for (const [index, child] of node.childNodes.entries()) {
    yield `${index > 0 ? '\r\n' : ''}--${node.boundary}\r\n`;
    yield* piecesOf(child);
  }
  yield `\r\n--${node.boundary}--\r\n`;
}

function contentOf(node: MimeNode): string | Buffer {
  const content = node.content ?? '';
  if (typeof content !== 'string' && !Buffer.isBuffer(content))
    throw new TypeError('A part of a mail is neither a text nor a buffer');
  const encoding = node.getTransferEncoding();
  if (encoding === 'quoted-printable') return wrapQuoted(encodeQuoted(content));
  return encoding === 'base64' ? inBase64(content) : content;
}

/** Encoded attachments: all mails of a mailing share the same attachment. */
const encoded = new WeakMap<Buffer, Buffer>();

function inBase64(content: string | Buffer): Buffer {
  if (typeof content === 'string') return Buffer.from(wrapBase64(encodeBase64(content)));
  const known = encoded.get(content) ?? Buffer.from(wrapBase64(encodeBase64(content)));
  encoded.set(content, known);
  return known;
}
