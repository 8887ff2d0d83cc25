import { Readable } from 'node:stream';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import type { Grant, GrantFor, Identity } from './grant.ts';
import { encodeReply, eventLines, type FileReply, type ReplyValue } from './replyBody.ts';
import { isRecord, parseBody, parseFields, type UploadedFile } from './requestBody.ts';

/** Turns a bearer token into a person, and a person into a grant. The access and sessions rooms stand behind it. */
export interface Guard {
  /** The person behind a bearer token; null when the token is missing, expired, or of an ended session. */
  identify(bearer: string | null): Promise<Identity | null>;
  /** @throws AppError `session.missing`, `access.denied` or `system.notFound`. */
  admit(identity: Identity | null, access: Endpoint['access'], systemId: number | null): Promise<Grant>;
}

/** What a handler gets: the parsed parts of the request, and what it needs to know of its sender. */
export interface Incoming<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly file: E['body'] extends { file: { required: true } } ? UploadedFile : UploadedFile | null;
  /** The reader's language, from Accept-Language; French unless English is asked for. */
  readonly language: Language;
  /** The network address that the request came from. */
  readonly address: string;
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal;
}

export type Handler<E extends Endpoint> = (
  request: Incoming<E>,
  grant: GrantFor<E['access']>,
) => Promise<ReplyValue<E>>;

export type Serve = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** Registers endpoints on `app`; `served` collects them for the OpenAPI document and the checks. */
export function createServe(app: FastifyInstance, guard: Guard, served: Endpoint[]): Serve {
  return (endpoint, handler) => {
    served.push(endpoint);
    const admissions = new WeakMap<FastifyRequest, Admission>();
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // Before the body is read: who has no business here sends no 20 MB.
      onRequest: async (request) => {
        admissions.set(request, await admitEarly(guard, endpoint, request));
      },
      handler: async (request, reply) => {
        const { identity, params, grant } = admissions.get(request) as Admission;
        const query = parseFields(endpoint.query, request.query);
        const { body, file } = await parseBody(endpoint.body, request);
        const admitted = grant ?? (await guard.admit(identity, endpoint.access, systemNamedIn(body)));
        const incoming = {
          params,
          query,
          body,
          file,
          language: readerLanguage(request),
          address: request.ip,
          gone: goneSignal(reply),
        };
        const value = await handler(incoming as never, admitted as never);
        return send(reply, endpoint, value);
      },
    });
  };
}

interface Admission {
  readonly identity: Identity | null;
  readonly params: unknown;
  /** Null when the system stands in the body, which has not been read yet. */
  readonly grant: Grant | null;
}

async function admitEarly(guard: Guard, endpoint: Endpoint, request: FastifyRequest): Promise<Admission> {
  const identity = endpoint.access === 'public' ? null : await guard.identify(bearerOf(request));
  if (!identity && endpoint.access !== 'public') throw new AppError('session.missing');
  const params = parseFields(endpoint.params, request.params);
  const systemId = systemNamedIn(params);
  const needsBody = typeof endpoint.access === 'object' && !endpoint.access.of && systemId === null;
  return {
    identity,
    params,
    grant: needsBody ? null : await guard.admit(identity, endpoint.access, systemId),
  };
}

function systemNamedIn(fields: unknown): number | null {
  return isRecord(fields) && typeof fields.systemId === 'number' ? fields.systemId : null;
}

function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

export function readerLanguage(request: FastifyRequest): Language {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'fr';
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

function send(reply: FastifyReply, endpoint: Endpoint, value: unknown): FastifyReply {
  const spec = endpoint.reply;
  switch (spec.kind) {
    case 'json': {
      const { status, headers } = spec.answer?.(value as never) ?? { status: 200 };
      if (headers) reply.headers(headers);
      return reply
        .code(status)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(encodeReply(spec.schema, value as ReplyOf<Endpoint>)));
    }
    case 'text':
      return reply.type('text/plain; charset=utf-8').send(value);
    case 'html':
      return reply.type('text/html; charset=utf-8').send(value);
    case 'file': {
      const { fileName, contentType, bytes } = value as FileReply;
      // RFC 6266: the starred form carries accents.
      reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
      return reply.type(contentType).send(bytes);
    }
    case 'events':
      reply.header('x-accel-buffering', 'no');
      return reply
        .type('text/event-stream')
        .send(Readable.from(eventLines(spec.schema, value as AsyncIterable<unknown>)));
  }
}
