import { applicationPath } from '@guichet/contract/identity/provider';
import type { FastifyInstance } from 'fastify';
import Provider, { type JWK } from 'oidc-provider';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { sha256 } from '../../../core/crypto/keys.ts';
import { readerLanguage } from '../../../core/http/serve.ts';
import { plainAddress, toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { enqueueLogout } from '../logouts/logoutJobs.queries.ts';
import { endPortalSession } from '../signIns/ending.ts';
import { listSigningKeys } from '../signingKeys/signingKeys.ts';
import { makeConfiguration } from './configuration.ts';

export const makeIssuer = ({ config }: Pick<AppContext, 'config'>): string => `${config.publicUrl}/oidc`;

interface Opened {
  readonly provider: Provider;
  /** Tells an application that a session has ended. @throws Error when it does not answer, or refuses */
  readonly tell: (clientId: string, subject: string, sid: string) => Promise<void>;
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
  const next =
    known?.kids === kids ? { ...known, lookedAt: now } : { ...make(context, keys), kids, lookedAt: now };
  opened.set(context, next);
  return next;
}

function make(context: AppContext, keys: readonly JWK[]): Pick<Opened, 'provider' | 'tell'> {
  const provider = new Provider(makeIssuer(context), makeConfiguration(context, keys));
  provider.proxy = true;
  const { prototype } = provider.Client;
  const send = prototype.backchannelLogout as (
    this: typeof prototype,
    subject: string,
    sid: string,
  ) => Promise<void>;
  // Secrets are stored as hashes.
  prototype.compareClientSecret = function compare(shown: string) {
    return Buffer.from(this.clientSecret ?? '', 'base64url').equals(sha256(shown));
  };
  // A sign-out that an application asks for goes the way of all others: by jobs, which are tried again.
  prototype.backchannelLogout = async function enqueue(subject: string, sid: string) {
    await systemTransaction(context, (tx) =>
      enqueueLogout(context, tx, { clientId: this.clientId, subject, nameId: null, sid }),
    );
  };
  provider.use(async (ctx, next) => {
    await next();
    const { route, params, session } = ctx.oidc ?? {};
    if (route === 'end_session_confirm' && params?.logout && session)
      await endPortalSession(context, session.uid);
  });
  provider.on('server_error', (_ctx, error) => {
    context.log.error(
      { error: { message: error.message, stack: error.stack } },
      'the OpenID provider failed',
    );
  });
  return {
    provider,
    async tell(clientId, subject, sid) {
      const client = await provider.Client.find(clientId);
      if (client?.backchannelLogoutUri) await send.call(client, subject, sid);
    },
  };
}

const mountPath = '/oidc';
const asksForSignIn = /^\/oidc\/auth(?:\?|$)/i;

/** Serves the provider under `/oidc`, with the address and the headers of the portal whatever a request says. */
export function mountProvider(app: FastifyInstance, context: AppContext): void {
  const { host, protocol } = new URL(context.config.publicUrl);
  app.get('/api/openid/sign-ins/:request', (request, reply) => {
    const { request: id } = request.params as { readonly request: string };
    const { language } = request.query as { readonly language?: string };
    const shown = language === 'fr' || language === 'en' ? language : readerLanguage(request);
    return reply.redirect(`/${shown}${applicationPath}?request=${encodeURIComponent(id)}`, 303);
  });
  app.register(async (scope) => {
    // The library reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: `${mountPath}/*`,
      exposeHeadRoute: false,
      async handler(request, reply) {
        const { provider } = await openProvider(context);
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
        reply.hijack();
        await provider.callback()(raw, reply.raw);
      },
    });
  });
}
