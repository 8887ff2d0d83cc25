import { type Configuration, interactionPolicy, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import type { AppContext } from '../../../core/context/appContext.ts';
import { fetchOutside } from '../../../learning/platforms/privateHosts.service.ts';
import { goesOn, noteSignIn } from '../signIns/entry.ts';
import { findPortalSession, selectPerson } from '../signIns/signIns.queries.ts';
import { openAdapter } from './adapter.ts';
import { claimsFor, claimsOfScopes } from './claims.ts';
import { findOwnSystem, ownMetadata } from './metadata.ts';
import { showEnd, showError, showSignOut } from './pages.ts';
import { lifetimes, multiFactor, requestCookie, singleFactor } from './terms.ts';

/** The paths of the provider, behind `/oidc`. */
const routes = {
  authorization: '/auth',
  end_session: '/session/end',
  jwks: '/jwks',
  revocation: '/token/revocation',
  token: '/token',
  userinfo: '/me',
};

/** `signingKeys`: the key that signs first. */
export function makeConfiguration(context: AppContext, signingKeys: readonly JWK[]): Configuration {
  const { config, database, keys } = context;
  const cookies = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    adapter: (kind) => openAdapter(context, kind),
    jwks: { keys: [...signingKeys] },
    routes,
    ttl: lifetimes,
    scopes: ['openid', 'profile', 'email', 'roles'],
    claims: claimsOfScopes,
    // Many programs read the claims from the token and never ask for more.
    conformIdTokenClaims: false,
    acrValues: [singleFactor, multiFactor],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    pkce: { required: (_ctx, client) => client.require_pkce !== false },
    extraClientMetadata: { properties: [...ownMetadata] },
    cookies: {
      keys: [keys.derive('openIdCookies').toString('base64url')],
      names: {
        session: 'guichet-openid',
        interaction: requestCookie,
        resume: 'guichet-openid-resume',
      },
      long: { ...cookies, path: '/oidc' },
      short: cookies,
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // An application gives back what is its own.
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => showSignOut(context, ctx, form),
        postLogoutSuccessSource: (ctx) => showEnd(context, ctx),
      },
    },
    fetch: fetchOutside(config),
    findAccount: async (ctx, subject) => {
      const person = await selectPerson(database.read, subject);
      const { client } = ctx.oidc;
      if (!person?.isActive || !client) return undefined;
      return { accountId: subject, claims: () => claimsFor(context, findOwnSystem(client), subject, person) };
    },
    interactions: {
      policy: policyOf(context),
      url: (_ctx, { uid, params }) => `/api/openid/sign-ins/${uid}?lang=${languageOf(params.ui_locales)}`,
    },
    loadExistingGrant: (ctx) => loadGrant(context, ctx),
    renderError: (ctx, out, error) => showError(context, ctx, out, error),
  };
}

/** The first of the portal's languages for which an application asks; '' leaves it to what was chosen in the browser. */
function languageOf(asked: unknown): string {
  return typeof asked === 'string' ? (/(?<=^| )(?:fr|en)\b/i.exec(asked)?.[0].toLowerCase() ?? '') : '';
}

/** Asks for a sign-in, and never for consent: all applications are the university's own. */
function policyOf(context: AppContext): interactionPolicy.DefaultPolicy {
  const { base, Check } = interactionPolicy;
  const policy = base();
  policy.remove('consent');
  policy.get('login')?.checks.add(
    new Check('portal_session', 'the session of the portal has ended', async (ctx) => {
      const { session, client } = ctx.oidc;
      if (!session?.accountId || !client) return Check.NO_NEED_TO_PROMPT;
      const portalSession =
        grantedBy.get(ctx) ?? (await findPortalSession(context.database.read, session.uid));
      const isGood = portalSession && (await goesOn(context, portalSession, findOwnSystem(client)));
      return isGood ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return policy;
}

/** The session of the portal to which a request has granted something: the check looks at it, and need not search for it. */
const grantedBy = new WeakMap<KoaContextWithOIDC, string>();

/** Grants an application what its registration allows, and notes which session of the portal signed in there. */
async function loadGrant(context: AppContext, ctx: KoaContextWithOIDC) {
  const { client, session, result, provider, account } = ctx.oidc;
  if (!client || !session || !account) return undefined;
  const answered = (result as { readonly portalSession?: string } | undefined)?.portalSession;
  const portalSession = answered ?? (await findPortalSession(context.database.read, session.uid));
  if (!portalSession) return undefined;
  const known = session.grantIdFor(client.clientId);
  const grant =
    (known ? await provider.Grant.find(known) : undefined) ??
    new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope(client.scope ?? 'openid');
  await grant.save();
  await noteSignIn(context, {
    providerSession: session.uid,
    clientId: client.clientId,
    sessionId: portalSession,
    subject: account.accountId,
    nameId: null,
  });
  grantedBy.set(ctx, portalSession);
  return grant;
}
