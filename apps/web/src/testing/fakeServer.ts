import type { Endpoint, ReplyOf } from '@guichet/contract/core/endpoint';
import { findOffice } from '@guichet/contract/systems/systems.office';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import english from '../../public/assets/i18n/en.json';
import french from '../../public/assets/i18n/fr.json';
import { fakeUploads } from './fakeUploads.ts';

export interface SeenRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

type Answer<E extends Endpoint> = (
  request: SeenRequest,
) => ReplyOf<E> | Response | Promise<ReplyOf<E> | Response>;

const unanswered: string[] = [];

/** Returns and forgets the calls that had no prepared reply. */
export const takeUnanswered = (): string[] => unanswered.splice(0);

/**
 * Replaces the server behind `fetch` and uploads: the contract types the replies, which are encoded as on the
 * wire.
 */
export function fakeServer() {
  const seen: SeenRequest[] = [];
  const routes: { endpoint: Endpoint; answer: Answer<Endpoint> }[] = [];

  async function answer(input: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input, location.href);
    if (url.pathname === '/assets/i18n/fr.json') return Response.json(french);
    if (url.pathname === '/assets/i18n/en.json') return Response.json(english);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const request = { method, url, headers: new Headers(init.headers), body };
    seen.push(request);
    const route = routes.find(
      ({ endpoint }) => endpoint.method === method && matches(endpoint.path, url.pathname),
    );
    if (!route) {
      unanswered.push(`${method} ${url.pathname}`);
      return problem(404, 'path.notFound');
    }
    const reply = await route.answer(request);
    return reply instanceof Response ? reply : encodeReply(route.endpoint, reply);
  }

  vi.stubGlobal('fetch', vi.fn(answer));
  fakeUploads(answer);
  const server = {
    seen,
    requestsTo: (endpoint: Endpoint) =>
      seen.filter(({ method, url }) => method === endpoint.method && matches(endpoint.path, url.pathname)),
    on: <E extends Endpoint>(endpoint: E) => ({
      reply: (answerOf: Answer<E>) => void routes.unshift({ endpoint, answer: answerOf as Answer<Endpoint> }),
    }),
  };
  // Every page before sign-in asks for the office; by default none is set.
  server.on(findOffice).reply(() => ({ email: null, phone: null, office: null }));
  return server;
}

export function problem(status: number, code: string, more: object = {}): Response {
  const body = { type: 'about:blank', status, title: code, detail: `Détail de ${code}.`, code, ...more };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
}

/** As the server, takes `platforms/try` for no platform. */
function matches(pattern: string, pathname: string): boolean {
  const path = pattern.replace(':platformId', '\\d+').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${path}$`).test(pathname);
}

function encodeReply({ reply }: Endpoint, value: unknown): Response {
  if (reply.kind !== 'json')
    return new Response(String(value), { headers: { 'content-type': 'text/plain' } });
  const { status, headers } = reply.answer?.(value as never) ?? { status: 200, headers: {} };
  return Response.json(z.encode(reply.schema, value as never), { status, headers: headers ?? {} });
}
