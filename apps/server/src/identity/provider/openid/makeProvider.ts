import { decodeJwt, decodeProtectedHeader } from 'jose';
import Provider, { type Adapter, type errors, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { sha256 } from '../../../core/crypto/keys.ts';
import { enqueueLogout } from '../logouts/logoutJobs.queries.ts';
import { endPortalSession } from '../signIns/ending.ts';
import { makeConfiguration } from './configuration.ts';
import { noteRefused } from './refusals.ts';

/** The provider as its library makes it. */
export interface MadeProvider {
  readonly provider: Provider;
  readonly answer: ReturnType<Provider['callback']>;
  /** Tells an application that a session has ended. @throws Error when it does not answer, or refuses */
  readonly tell: (clientId: string, subject: string, sid: string) => Promise<void>;
}

/** The library's provider with the portal's rules; `keys`: the key that signs first. */
export function makeProvider(context: AppContext, issuer: string, keys: readonly JWK[]): MadeProvider {
  const provider = new Provider(issuer, makeConfiguration(context, keys));
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
  acceptFormerKeys(provider, keys);
  keepFormerSession(provider);
  // A sign-out that an application asks for goes the way of all others: by jobs, which are tried again.
  prototype.backchannelLogout = async function enqueue(subject: string, sid: string) {
    await systemTransaction(context, (tx) =>
      enqueueLogout(context, tx, { clientId: this.clientId, subject, nameId: null, sid }),
    );
  };
  const noting = new WeakMap<object, () => Promise<void>>();
  const refuse = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) =>
    void noting.set(ctx, () => noteRefused(context, ctx, error));
  provider.on('authorization.error', refuse);
  provider.on('grant.error', refuse);
  provider.use(async (ctx, next) => {
    await next();
    await noting.get(ctx)?.();
    const { route, params, session } = ctx.oidc ?? {};
    // A form that was not the page's own is answered with an error.
    const isTaken = route === 'end_session_confirm' && ctx.status < 400;
    if (isTaken && params?.logout && session) await endPortalSession(context, session.uid);
  });
  provider.on('server_error', (_ctx, error) => {
    context.log.error(
      { error: { message: error.message, stack: error.stack } },
      'the OpenID provider failed',
    );
  });
  return {
    provider,
    answer: provider.callback(),
    async tell(clientId, subject, sid) {
      const client = await provider.Client.find(clientId);
      if (client?.backchannelLogoutUri) await send.call(client, subject, sid);
    },
  };
}

interface StoredSession {
  oldId?: string;
  readonly adapter: Adapter;
  save(ttl: number): Promise<string>;
}

/**
 * Stores a session under its new id before the record of the former one goes. The library does it the other way round: cut off between
 * the two, the applications of the session would not be told when it ends.
 */
function keepFormerSession(provider: Provider): void {
  const { prototype } = provider.Session as unknown as { readonly prototype: StoredSession };
  const { save } = prototype;
  prototype.save = async function storeFirst(ttl) {
    const { oldId } = this;
    delete this.oldId;
    const id = await save.call(this, ttl);
    if (oldId !== undefined) await this.adapter.destroy(oldId);
    return id;
  };
}

/**
 * Lets an application ask for a sign-out with a token whose key has been replaced since: it names the application, which a
 * request without a token may do as well (`client_id`), and the person decides on the page.
 */
function acceptFormerKeys(provider: Provider, keys: readonly JWK[]): void {
  const { IdToken } = provider;
  const validate = IdToken.validate.bind(IdToken);
  IdToken.validate = async (token, client) => {
    const header = decodeProtectedHeader(token);
    const isFormer = header.kid !== undefined && !keys.some(({ kid }) => kid === header.kid);
    if (!isFormer || Provider.ctx?.oidc.route !== 'end_session') return validate(token, client);
    return { header, payload: decodeJwt(token) };
  };
}
