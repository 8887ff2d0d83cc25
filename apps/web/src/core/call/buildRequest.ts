import type { BodySpec, Endpoint, Schema } from '@guichet/contract/core/endpoint';
import * as z from 'zod/mini';
import { CallFailed } from './CallFailed.ts';
import type { AnyInput } from './input.ts';

export interface RequestContext {
  readonly token: string | null;
  readonly xsrfToken: string | null;
  readonly language: string;
}

export interface BuiltRequest {
  readonly url: string;
  readonly method: Endpoint['method'];
  readonly headers: Headers;
  readonly body: BodyInit | null;
}

export function buildRequest(endpoint: Endpoint, input: AnyInput, context: RequestContext): BuiltRequest {
  const path = fillPath(endpoint.path, endpoint.params ? encode(endpoint.params, input.params) : {});
  const query = endpoint.query
    ? appendAll(new URLSearchParams(), encode(endpoint.query, input.query ?? {}))
    : null;
  const isBare = endpoint.method === 'DELETE' && input.body === undefined;
  const body = endpoint.body && !isBare ? encodeBody(endpoint.body, input) : null;

  const headers = new Headers({ 'accept-language': input.language ?? context.language });
  if (body !== null && endpoint.body?.kind === 'json') headers.set('content-type', 'application/json');
  // S7.1: paths under api/valid are called without a bearer token. Assets are too, but no endpoint has any.
  if (context.token && !/^\/api\/valid/i.test(path)) headers.set('authorization', `Bearer ${context.token}`);
  if (context.xsrfToken && endpoint.method !== 'GET') headers.set('x-xsrf-token', context.xsrfToken);

  return { url: query?.size ? `${path}?${query}` : path, method: endpoint.method, headers, body };
}

function fillPath(path: string, params: WireFields): string {
  return path.replace(/:(\w+)/g, (_mark, name: string) => encodeURIComponent(String(params[name])));
}

function encodeBody(spec: BodySpec, input: AnyInput): BodyInit {
  const fields = encode(spec.schema, input.body ?? {});
  if (spec.kind === 'json') return JSON.stringify(fields);
  if (spec.kind === 'form') return appendAll(new URLSearchParams(), fields);
  const parts = appendAll(new FormData(), fields);
  // The file comes last, so that the server has all fields before the file streams in.
  if (input.file) parts.append('file', input.file, input.file.name);
  return parts;
}

type WireFields = Record<string, unknown>;

/** Throws the server's error for invalid fields, so that forms handle a single kind of failure. */
function encode(schema: Schema, value: unknown): WireFields {
  const encoded = z.safeEncode(schema, value);
  if (encoded.success) return encoded.data as WireFields;
  throw new CallFailed({ status: 400, code: 'request.invalid', errors: faultsOf(encoded.error) });
}

/** The errors that make a call with this value fail before it is sent. */
export function findFaults(schema: Schema, value: unknown): CallFailed['errors'] {
  const encoded = z.safeEncode(schema, value);
  return encoded.success ? [] : faultsOf(encoded.error);
}

function faultsOf(error: z.core.$ZodError): CallFailed['errors'] {
  return error.issues.map((issue) => ({
    path: issue.path.join('.'),
    messageKey: issue.message,
    ...(issue.code === 'too_big' && issue.origin === 'string' && { limit: Number(issue.maximum) }),
  }));
}

function appendAll<Target extends URLSearchParams | FormData>(target: Target, fields: WireFields): Target {
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) target.append(name, String(one));
    }
  }
  return target;
}
