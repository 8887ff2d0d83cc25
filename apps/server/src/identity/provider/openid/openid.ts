import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { applicationPath } from '@guichet/contract/identity/provider';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../core/context/appContext.ts';
import { plainAddress, toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { inTurn } from '../signIns/turns.ts';
import { listSigningKeys } from '../signingKeys/signingKeys.ts';
import type { MadeProvider } from './makeProvider.ts';

export const makeIssuer = ({ config }: Pick<AppContext, 'config'>): string => `${config.publicUrl}/oidc`;

interface Opened extends MadeProvider {
  readonly kids: string;
  readonly lookedAt: Date;
}

const opened = new WeakMap<AppContext, Opened>();

/** How long a process may go on with the keys that it knows. */
const lookSeconds = 10;

/** The provider with the present signing keys: they are made, replaced and deleted also by other processes. */
export async function openProvider(context: AppContext): Promise<Opened> {
  const now = context.clock.now();
  const known = opened.get(context);
  if (known && known.lookedAt > secondsAfter(now, -lookSeconds)) return known;
  const keys = await listSigningKeys(context);
  const kids = keys.map(({ kid }) => kid).join();
  if (known?.kids === kids) opened.set(context, { ...known, lookedAt: now });
  else {
    // Imported lazily: most portals have no application that signs people in here.
    const { makeProvider } = await import('./makeProvider.ts');
    opened.set(context, { ...makeProvider(context, makeIssuer(context), keys), kids, lookedAt: now });
  }
  return opened.get(context) as Opened;
}

const mountPath = '/oidc';
/** As the library's own. */
const bodyLimit = 56 * 1024;
const asksForSignIn = /^\/oidc\/auth(?:\?|$)/i;

/** Serves the provider under `/oidc`, with the address and the headers of the portal whatever a request says. */
export function mountProvider(app: FastifyInstance, context: AppContext): void {
  const { host, protocol } = new URL(context.config.publicUrl);
  app.get('/api/openid/sign-ins/:request', (request, reply) => {
    const { request: id } = request.params as { readonly request: string };
    const { lang } = request.query as { readonly lang?: string };
    const asked = lang === 'fr' || lang === 'en' ? `&lang=${lang}` : '';
    return reply.redirect(`${applicationPath}?request=${encodeURIComponent(id)}${asked}`, 303);
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: `${mountPath}/*`,
      exposeHeadRoute: false,
      async handler(request, reply) {
        const { answer } = await openProvider(context);
        const { raw } = request;
        const path = raw.url ?? '';
        if (asksForSignIn.test(path))
          await enforceRateLimit(context, 'applicationRequest', toNetwork(plainAddress(request.ip)));
        Object.assign(raw, { originalUrl: path, url: path.slice(mountPath.length) || '/' });
        Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
        delete raw.headers['x-forwarded-host'];
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value);
        reply.raw.setHeader('cache-control', 'no-store');
        await inTurn(context, () => {
          reply.hijack();
          return answer(withBody(raw, request.body), reply.raw);
        });
      },
    });
  });
}

/** The request with a body that has come already: whoever sends one slowly would keep the turn of others meanwhile. */
function withBody(raw: IncomingMessage, body: unknown): IncomingMessage {
  if (!(body instanceof Buffer)) return raw;
  return Object.create(raw, {
    readable: { value: true },
    iterator: { value: () => Readable.from([body]) },
  }) as IncomingMessage;
}
