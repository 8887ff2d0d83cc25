import { Readable } from 'node:stream';
import {
  type BodyOf,
  computeBodyLimit,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type GrantFor, hasCommitted } from '../context/appContext.ts';
import { sha256 } from '../crypto/keys.ts';
import { afterCommit } from '../database/connection/unavailable.ts';
import type { Config } from '../runtime/config.ts';
import { type Admission, admitEarly, type Guard, systemNamedIn } from './admission.ts';
import { encodeReply } from './bodies/encodeReply.ts';
import { announcedBytes } from './bodies/multipartBody.ts';
import { eventLines, type FileReply, type ImageReply, type ReplyValue } from './bodies/replyBody.ts';
import { parseBody, parseFields, type UploadedFile } from './bodies/requestBody.ts';
import { openUploads } from './bodies/uploads.ts';
import type { Scan } from './bodies/virusScan.ts';
import { type BrowserMark, bindBrowserMark, type IssuedToken, setOneTimeTokenCookie } from './cookies.ts';
import { sandbox } from './pages/contentPolicy.ts';
import { languageCookie } from './pages/firstPage.ts';
import { namesEtag } from './pages/fixedAnswer.ts';
import { sendSmallPage } from './pages/smallPage.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A window shows the answer: failures are HTML pages. */
    answersPage?: boolean;
    /** A GET that changes something. */
    isStateChanging?: boolean;
  }
}

export interface Incoming<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly file: E['body'] extends { file: { required: true } } ? UploadedFile : UploadedFile | null;
  /** The reader's language, from Accept-Language: English if asked for, else French. */
  readonly language: Language;
  /** The client's address; '' if the connection was gone before. */
  readonly address: string;
  /** When the request came, before it waited for anything. */
  readonly arrived: Date;
  /** The raw User-Agent header, which is untrusted. */
  readonly userAgent: string;
  /** The cookie of a browser with an earlier sign-in. */
  readonly device: BrowserMark;
  /** The cookie of a browser with a sign-in under way at a provider. */
  readonly federation: BrowserMark;
  /** The value of a cookie; null without it. */
  readonly cookie: (name: string) => string | null;
  /** Aborts when the client disconnects or the portal stops; for event streams. */
  readonly gone: AbortSignal;
  readonly setOneTimeTokenCookie: (token: IssuedToken) => void;
}

export type Handler<E extends Endpoint> = (
  request: Incoming<E>,
  grant: GrantFor<E['access']>,
) => Promise<ReplyValue<E>>;

export type Serve = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** Registers endpoints on `app`, and in `served` for OpenAPI and checks. `closed` aborts at the stop. */
export function createServe(
  app: FastifyInstance,
  config: Config,
  guard: Guard,
  scan: Scan,
  served: Endpoint[],
  closed: AbortSignal,
): Serve {
  const takePlace = openUploads();
  const beginUpload = (endpoint: Endpoint, request: FastifyRequest, sender: number | string) =>
    endpoint.body?.kind === 'multipart'
      ? takePlace(String(sender), announcedBytes(request, computeBodyLimit(endpoint)))
      : () => undefined;
  return (endpoint, handler) => {
    served.push(endpoint);
    const admissions = new WeakMap<FastifyRequest, Admission>();
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // A GET may change something (S7.26), a HEAD must not. Calendar programs test an address with HEAD.
      exposeHeadRoute: endpoint.reply.kind === 'calendar',
      bodyLimit: computeBodyLimit(endpoint),
      config: {
        answersPage: endpoint.reply.kind === 'html',
        isStateChanging: endpoint.isStateChanging === true,
      },
      // Before the body is read, so that an unauthorized upload is refused early.
      onRequest: async (request) => {
        admissions.set(request, await admitEarly(guard, endpoint, request));
      },
      handler: async (request, reply) => {
        const { identity, params, grant, address, arrived } = admissions.get(request) as Admission;
        const query = parseFields(endpoint.query, request.query);
        const endUpload = beginUpload(endpoint, request, identity?.userId ?? address);
        let value: unknown;
        try {
          const { body, file } = await parseBody(endpoint, request);
          const admitted = grant ?? (await guard.admit(identity, endpoint.access, systemNamedIn(body)));
          // After authorization, to spare the scanner.
          if (file) await scan(file.bytes);
          const incoming = {
            params,
            query,
            body,
            file,
            language: readerLanguage(request),
            address,
            arrived,
            userAgent: request.headers['user-agent'] ?? '',
            cookie: (name: string) => request.cookies[name] ?? null,
            get device() {
              return bindBrowserMark(request, reply, config, 'device');
            },
            get federation() {
              return bindBrowserMark(request, reply, config, 'federation');
            },
            get gone() {
              return AbortSignal.any([closed, goneSignal(reply)]);
            },
            setOneTimeTokenCookie: (token: IssuedToken) => setOneTimeTokenCookie(reply, token),
          };
          value = await guard
            .within(admitted, () => handler(incoming as never, admitted as never))
            .catch((error) => {
              throw hasCommitted(admitted) ? afterCommit(error) : error;
            });
        } finally {
          endUpload();
        }
        return send(reply, endpoint, value);
      },
    });
  };
}

export function readerLanguage({ headers, cookies }: FastifyRequest): Language {
  // Calls name the language of their page; a browser that opens a page names what it was set to. Before cookies are read there are none.
  const known = (cookies as typeof cookies | null)?.[languageCookie];
  const chosen = headers['sec-fetch-mode'] === 'navigate' ? known : undefined;
  return /^\s*en\b/i.test(chosen ?? headers['accept-language'] ?? '') ? 'en' : 'fr';
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  if (reply.raw.destroyed) controller.abort();
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
      return sendSmallPage(reply, value as string);
    case 'file': {
      const { fileName, contentType, bytes } = value as FileReply;
      // RFC 6266: `filename*` allows accents.
      reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
      return reply.type(contentType).header('content-security-policy', sandbox).send(bytes);
    }
    case 'image': {
      const { contentType, bytes, isNamed } = value as ImageReply;
      reply.header('cache-control', isNamed ? 'public, max-age=31536000, immutable' : 'no-cache');
      return reply.type(contentType).header('content-security-policy', sandbox).send(bytes);
    }
    case 'calendar': {
      const etag = `"${sha256(value as string).toString('base64url')}"`;
      // Minutes, not hours: programs that ask often must learn soon of a cancelled exam.
      reply.headers({ etag, 'cache-control': 'private, max-age=300', 'content-security-policy': sandbox });
      if (namesEtag(reply.request, etag)) return reply.code(304).send();
      return reply.type('text/calendar; charset=utf-8').send(value);
    }
    case 'events':
      reply.header('x-accel-buffering', 'no');
      return reply
        .type('text/event-stream; charset=utf-8')
        .send(Readable.from(eventLines(spec.schema, value as AsyncIterable<unknown>)));
  }
}
