import type { Endpoint } from '@guichet/contract/core/endpoint';
import * as z from 'zod/mini';
import type { Request } from '../rights/requests.ts';
import type { Shot, Wrong } from './shot.ts';
import { bodyTwists } from './values.ts';

/** A request as it is sent. */
export interface Loaded {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer | undefined;
  /** Whether the path is still that of the endpoint, so that its reply schema applies. */
  readonly isAddressed: boolean;
}

interface File {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

const boundary = 'guichet-hostile';
const types = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${boundary}`,
};

/** Serialises the request and applies the faults of the shot, one after the other. */
export function load(endpoint: Endpoint, request: Request, shot: Shot): Loaded {
  const params = wire(endpoint.params, request.params);
  const query = wire(endpoint.query, request.query);
  // Each value serialised as JSON: its replacement may be invalid JSON.
  const body: [string, string][] = wire(endpoint.body?.schema, request.body).map(([name, value]) => [
    name,
    JSON.stringify(value),
  ]);
  let file: File | undefined = request.file;
  for (const wrong of shot.wrongs) {
    if (wrong.do === 'param') replace(params, wrong.rank, wrong.text);
    if (wrong.do === 'query') replace(query, wrong.rank, wrong.text);
    if (wrong.do === 'addQuery') query.push([wrong.key, wrong.text]);
    if (wrong.do === 'file') file = { name: wrong.fileName, bytes: wrong.bytes };
    spoil(body, wrong);
  }
  const address = addressOf(endpoint.path, params, query);
  const suffix = shot.wrongs.map((wrong) => (wrong.do === 'path' ? wrong.suffix : '')).join('');
  const kind = endpoint.body?.kind;
  const payload = kind && twisted(write(kind, body, file), shot.wrongs);
  return {
    url: address + suffix,
    headers: { ...(kind && { 'content-type': types[kind] }), ...request.headers, ...shot.headers },
    payload,
    isAddressed: suffix === '' && params.every(([, value]) => !/^\.{0,2}$/.test(String(value))),
  };
}

function wire(schema: z.core.$ZodType | undefined, value: unknown): [string, unknown][] {
  const encoded = schema && value !== undefined ? z.safeEncode(schema, value as never) : null;
  return Object.entries((encoded?.success ? encoded.data : (value ?? {})) as object).filter(
    ([, part]) => part !== undefined,
  );
}

function replace<T>(fields: [string, T][], rank: number, value: T): void {
  const field = fields[rank % Math.max(fields.length, 1)];
  if (field) field[1] = value;
}

function spoil(body: [string, string][], wrong: Wrong): void {
  if (wrong.do === 'json') replace(body, wrong.rank, wrong.json);
  if (wrong.do === 'text') replace(body, wrong.rank, JSON.stringify(wrong.text));
  if (wrong.do === 'add') body.push([wrong.key, wrong.json]);
  if (wrong.do === 'drop') body.splice(wrong.rank, 1);
  const again = wrong.do === 'repeat' ? body[wrong.rank % Math.max(body.length, 1)] : undefined;
  if (again) body.push([again[0], again[1]]);
}

function addressOf(
  path: string,
  params: readonly [string, unknown][],
  query: readonly [string, unknown][],
): string {
  const address = path.replace(/:(\w+)/g, (_mark, name: string) => {
    const value = params.find(([key]) => key === name)?.[1] ?? '1';
    return encodeURIComponent(String(value).toWellFormed());
  });
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]));
  return search.size > 0 ? `${address}?${search}` : address;
}

function write(kind: keyof typeof types, body: readonly [string, string][], file: File | undefined): Buffer {
  if (kind === 'json')
    return Buffer.from(`{${body.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`);
  const fields = body.flatMap(([name, json]) => textsOf(json).map((text): [string, string] => [name, text]));
  if (kind === 'form') return Buffer.from(new URLSearchParams(fields).toString());
  const parts = fields.map(([name, text]) => [`name="${name}"`, '', text] as const);
  const files = file
    ? [
        [
          `name="file"; filename="${file.name}"`,
          'Content-Type: application/octet-stream\r\n',
          file.bytes,
        ] as const,
      ]
    : [];
  return Buffer.concat([
    ...[...parts, ...files].flatMap(([head, type, content]) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n${type}\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

/** Form fields of a JSON value: an array is a repeated field, and there is no JSON in forms. */
function textsOf(json: string): string[] {
  try {
    const value: unknown = JSON.parse(json);
    if (Array.isArray(value) && value.length < 100) return value.map(String);
    return [typeof value === 'string' ? value : json];
  } catch {
    return [json];
  }
}

function twisted(body: Buffer, wrongs: readonly Wrong[]): Buffer {
  return wrongs.reduce(
    (now, wrong) => (wrong.do === 'twist' ? (bodyTwists[wrong.which]?.(now) ?? now) : now),
    body,
  );
}
