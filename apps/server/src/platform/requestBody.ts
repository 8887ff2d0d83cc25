import '@fastify/multipart';
import type { BodySpec, FileSpec, Schema } from '@guichet/contract/core/endpoint';
import type { FieldFault } from '@guichet/contract/core/errors';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from './errors.ts';
import { findUnstorable } from './unstorable.ts';

export interface UploadedFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Fields through their schema. @throws AppError `request.invalid` with *all* refused fields as message keys.
 */
export function parseFields(schema: Schema | undefined, fields: unknown): unknown {
  if (!schema) return undefined;
  const unstorable = findUnstorable(fields);
  if (unstorable) throw new AppError('request.invalid', { faults: [unstorable] });
  const parsed = z.safeDecode(schema, fields as never);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => faultOf(issue, fields));
  // An empty field breaks several rules, all of which say `required`.
  const once = new Map(faults.map((fault) => [`${fault.path} ${fault.messageKey}`, fault]));
  throw new AppError('request.invalid', { faults: [...once.values()] });
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** The body of a request, whatever its kind; a file part is read into memory up to its limit. */
export async function parseBody(
  spec: BodySpec | undefined,
  request: FastifyRequest,
): Promise<{ body: unknown; file: UploadedFile | null }> {
  if (!spec) return { body: undefined, file: null };
  if (spec.kind !== 'multipart') {
    // A body of another type is refused even if it could be read: a page elsewhere can send forms, but not JSON.
    const type = request.headers['content-type'];
    if (type !== undefined && !type.toLowerCase().startsWith(contentTypes[spec.kind]))
      throw new AppError('request.wrongType');
    return { body: parseFields(spec.schema, request.body ?? {}), file: null };
  }
  const { fields, file } = await readParts(spec.file, request);
  if (spec.file.required && !file) throw new AppError('request.fileMissing');
  return { body: parseFields(spec.schema, fields), file };
}

async function readParts(
  spec: FileSpec,
  request: FastifyRequest,
): Promise<{ fields: Record<string, unknown>; file: UploadedFile | null }> {
  if (!request.isMultipart()) throw new AppError('request.wrongType');
  const fields: [string, unknown][] = [];
  let file: UploadedFile | null = null;
  const limits = { fileSize: spec.maxBytes, files: 1, fields: 40, fieldSize: 1024 * 1024 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields.push([part.fieldname, part.value]);
        continue;
      }
      const bytes = await part.toBuffer();
      if (part.file.truncated) throw tooLarge(spec.maxBytes);
      if (part.fieldname === 'file' && part.filename) file = { fileName: part.filename, bytes };
    }
  } catch (error) {
    // Whatever else the parser stumbles over is in what was sent.
    throw error instanceof AppError || isFrameworkError(error) ? error : new AppError('request.unreadable');
  }
  return { fields: fieldsOf(fields), file };
}

function isFrameworkError(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error;
}

/** Forms arrive as texts; a field that is repeated becomes a list, so that none of its values is taken in silence. */
export function fieldsOf(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const byName = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, [first, ...more]]) => [
      name,
      more.length > 0 ? [first, ...more].map((pair) => pair?.[1]) : first?.[1],
    ]),
  );
}

export function tooLarge(maxBytes: number): AppError {
  return new AppError('request.tooLarge', { params: { limit: Math.round(maxBytes / 1024 / 1024) } });
}

function faultOf(issue: z.core.$ZodIssue, fields: unknown): FieldFault {
  return { path: issue.path.join('.'), messageKey: messageKeyOf(issue, valueAt(fields, issue.path)) };
}

/** Schemas give message keys as their messages; what the schema library says by itself becomes a general key. */
function messageKeyOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'required';
  return /^[a-z][A-Za-z]*$/.test(issue.message) ? issue.message : 'invalid';
}

function valueAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined),
    fields,
  );
}
