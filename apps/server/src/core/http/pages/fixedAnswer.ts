import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../../crypto/keys.ts';

interface Made {
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** A handler whose answer is the same for everybody: made and compressed on the first request, then kept. */
export function fixedAnswer(contentType: string, make: () => string) {
  let made: Promise<Made> | null = null;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= compress(make());
    const answer = await made;
    reply.headers({ etag: answer.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (namesEtag(request, answer.etag)) return reply.code(304).send();
    const encoding = encodingFor(request);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(contentType).send(answer[encoding]);
  };
}

/** Compresses at a middle quality: the best quality takes seconds for a megabyte. */
async function compress(text: string): Promise<Made> {
  const identity = Buffer.from(text);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzip)(identity),
  ]);
  return { etag: `"${sha256(text).toString('base64url')}"`, identity, br, gzip: zipped };
}

function encodingFor({ headers }: FastifyRequest): 'br' | 'gzip' | 'identity' {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

/** Compares weakly (RFC 9110 §13.1.2), since a proxy that compresses an answer weakens its tag. */
export function namesEtag({ headers }: FastifyRequest, etag: string): boolean {
  const named = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes(etag) || named.includes('*');
}
