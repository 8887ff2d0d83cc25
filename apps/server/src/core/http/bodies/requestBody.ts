import type { Endpoint, Schema } from '@guichet/contract/core/endpoint';
import type { FieldFault } from '@guichet/contract/core/errors';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../../runtime/errors.ts';
import { readParts } from './multipartBody.ts';

export type { UploadedFile } from './multipartBody.ts';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Validates fields. @throws AppError `request.invalid` with message keys of the first hundred faults */
export function parseFields(schema: Schema | undefined, fields: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeDecode(schema, fields as never);
  if (parsed.success) {
    // Checks only the parsed data: dropped fields may be as large as a body.
    const invalidText = findInvalidText(parsed.data);
    if (invalidText) throw new AppError('request.invalid', { faults: [invalidText] });
    return parsed.data;
  }
  const faults = parsed.error.issues.slice(0, mostFaults).map((issue) => faultOf(issue, fields));
  // An empty field breaks several rules, and each would report `required`.
  const once = new Map(faults.map((fault) => [`${fault.path} ${fault.messageKey}`, fault]));
  throw new AppError('request.invalid', { faults: [...once.values()] });
}

const mostFaults = 100;

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** Parses a body of any kind; a file part is read into memory up to its limit. */
export async function parseBody(endpoint: Endpoint, request: FastifyRequest) {
  const { body: spec } = endpoint;
  if (!spec) return { body: undefined, file: null };
  if (spec.kind !== 'json' && request.isMultipart()) {
    const { fields, file } = await readParts(endpoint, request);
    if (!file && spec.kind === 'multipart' && spec.file.required) throw new AppError('request.fileMissing');
    return { body: parseFields(spec.schema, collectFields(fields)), file };
  }
  if (spec.kind === 'multipart') {
    // If the file is optional, the fields may come as a urlencoded form (readings §5).
    if (spec.file.required || !hasType(request, 'form')) throw new AppError('request.wrongType');
  } else {
    // Other readable types are refused too: a page of another site can send forms, but not JSON.
    if (request.headers['content-type'] !== undefined && !hasType(request, spec.kind))
      throw new AppError('request.wrongType');
  }
  return { body: parseFields(spec.schema, request.body ?? {}), file: null };
}

function hasType(request: FastifyRequest, kind: keyof typeof contentTypes): boolean {
  return (request.headers['content-type'] ?? '').toLowerCase().startsWith(contentTypes[kind]);
}

/** Converts form fields; a repeated field becomes a list, so that no value is dropped silently. */
export function collectFields(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const byName = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, [first, ...more]]) => [
      name,
      more.length > 0 ? [first, ...more].map((pair) => pair?.[1]) : first?.[1],
    ]),
  );
}

function faultOf(issue: z.core.$ZodIssue, fields: unknown): FieldFault {
  return { path: issue.path.join('.'), messageKey: messageKeyOf(issue, valueAt(fields, issue.path)) };
}

/** The portal's schemas use message keys as messages; the library's own messages become a general key. */
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

/** The path of a text that PostgreSQL cannot store (NUL, lone surrogate); null if there is none. */
export function findInvalidText(fields: unknown): FieldFault | null {
  // Iterates, since a body may be nested as deep as it is long.
  const rest: { readonly value: unknown; readonly path: string }[] = [{ value: fields, path: '' }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) return { path, messageKey: 'invalid' };
    if (typeof value !== 'object' || value === null) continue;
    // Long paths are cut: a legitimate body is not nested this deep.
    for (const [name, part] of Object.entries(value))
      rest.push({ value: part, path: path.length > 100 ? path : path ? `${path}.${name}` : name });
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
