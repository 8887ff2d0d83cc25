import type { IncomingMessage } from 'node:http';
import '@fastify/multipart';
import { computeBodyLimit, type Endpoint } from '@guichet/contract/core/endpoint';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../runtime/errors.ts';
import { presentWords } from '../../runtime/foreignWords.ts';

export interface UploadedFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export interface Parts {
  readonly fields: readonly (readonly [string, unknown])[];
  readonly file: UploadedFile | null;
}

/** More than any form with a file has. Forms without a file may repeat fields; their length is limited. */
const mostFields = 24;
const mostRepeatedFields = 5000;
const longestFieldName = 100;
const longestFileName = 255;

/**
 * Parses a multipart form. If the endpoint takes a file, the file is read into memory up to its limit.
 * @throws AppError `request.tooLarge`, `request.bodyTooLong`, `request.tooSlow`, `request.unreadable`
 */
export async function readParts(endpoint: Endpoint, request: FastifyRequest): Promise<Parts> {
  const fileBytes = endpoint.body?.kind === 'multipart' ? endpoint.body.file.maxBytes : 0;
  const most = computeBodyLimit(endpoint);
  const tooLong = () => (fileBytes > 0 ? tooLarge(fileBytes) : bodyTooLong(most));
  if (announcedBytes(request, 0) > most) throw tooLong();
  const limits = {
    fileSize: fileBytes,
    files: fileBytes > 0 ? 1 : 0,
    fields: fileBytes > 0 ? mostFields : mostRepeatedFields,
    parts: fileBytes > 0 ? mostFields + 1 : mostRepeatedFields,
    fieldSize: most - fileBytes,
    fieldNameSize: longestFieldName,
    headerPairs: 20,
  };
  const watched = watchBody(request.raw, most, tooLong);
  const parts = collect(request.parts({ limits }), tooLong);
  // If the body is rejected half-way, nothing awaits the parts.
  parts.catch(() => undefined);
  try {
    return await Promise.race([parts, watched.broken]);
  } catch (error) {
    // Any other error of the parser is the request's fault.
    throw error instanceof AppError || isFrameworkError(error) ? error : new AppError('request.unreadable');
  } finally {
    watched.stop();
  }
}

/** The content-length of a request, or `otherwise`. */
export function announcedBytes({ headers }: FastifyRequest, otherwise: number): number {
  const announced = Number(headers['content-length']);
  return Number.isNaN(announced) ? otherwise : announced;
}

async function collect(parts: ReturnType<FastifyRequest['parts']>, tooLong: () => AppError): Promise<Parts> {
  const fields: [string, unknown][] = [];
  let file: UploadedFile | null = null;
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw tooLong();
      fields.push([part.fieldname, part.value]);
      continue;
    }
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw tooLong();
    const fileName = presentWords(part.filename ?? '', longestFileName);
    if (part.fieldname === 'file' && fileName) file = { fileName, bytes };
  }
  return { fields, file };
}

function isFrameworkError(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error;
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('request.tooLarge', { params: { limit: Number((maxBytes / 1024 / 1024).toFixed(1)) } });
}

export function bodyTooLong(maxBytes: number): AppError {
  return new AppError('request.bodyTooLong', { params: { limit: Math.round(maxBytes / 1024) } });
}

/** The fewest bytes in an interval. A slower upload is an attack: the slowest phones send ten times that. */
const leastBytes = 10 * 1024;
const withinMilliseconds = 10_000;

/** Checks a body while it arrives. `broken` rejects for a body too long or too slow; it never resolves. */
export function watchBody(
  request: IncomingMessage,
  mostBytes: number,
  tooLong: () => AppError,
): { broken: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  // Nobody may await this any more.
  promise.catch(() => undefined);
  let bytes = 0;
  let lately = 0;
  const read = (chunk: Buffer) => {
    bytes += chunk.length;
    lately += chunk.length;
    if (bytes > mostBytes) reject(tooLong());
  };
  const pace = setInterval(() => {
    if (lately < leastBytes) reject(new AppError('request.tooSlow'));
    lately = 0;
  }, withinMilliseconds);
  request.on('data', read);
  const stop = () => {
    clearInterval(pace);
    request.off('data', read);
  };
  request.once('close', stop);
  request.once('end', () => clearInterval(pace));
  return { broken: promise, stop };
}
