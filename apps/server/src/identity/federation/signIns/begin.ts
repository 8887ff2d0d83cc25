import type { Language } from '@guichet/contract/core/language';
import * as oidc from 'openid-client';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { BrowserMark } from '../../../core/http/cookies.ts';
import { toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { openClient, returnAddress } from '../client/client.ts';
import { ProviderRefusal } from '../client/refusal.ts';
import { findMetadata, openSaml } from '../client/saml.ts';
import { refuseSignIn } from '../client/troubles.ts';
import { type ActiveProvider, findActiveProvider } from '../providers/providers.ts';
import { hashState, keepStep, markBrowser } from './steps.ts';

/**
 * The provider's address for a sign-in of this browser; `why` where there is none.
 * @throws AppError `request.tooMany`
 */
export async function beginSignIn(
  context: AppContext,
  providerId: string,
  { hint, language }: { readonly hint: string; readonly language: Language },
  { federation, address }: { readonly federation: BrowserMark; readonly address: string },
) {
  await enforceRateLimit(context, 'applicationRequest', toNetwork(address));
  const provider = await findActiveProvider(context, providerId);
  // A launch begins in a course.
  if (!provider || provider.kind === 'lti') return { address: null, why: 'off' as const };
  try {
    // The page of the return speaks this language, also in a browser that keeps nothing.
    const state = `${oidc.randomState()}.${language}`;
    const { href, facts } =
      provider.kind === 'saml'
        ? await askBySaml(context, provider, state)
        : await askByOpenId(context, provider, { state, hint, language });
    const browser = markBrowser(context, federation);
    await keepStep(context, 'asked', { id: hashState(state), browser, providerId, facts });
    return { address: href, why: null };
  } catch (error) {
    return { address: null, why: (await refuseSignIn(context, provider, error)).why };
  }
}

type Of<Kind> = Extract<ActiveProvider, { kind: Kind }>;

async function askByOpenId(
  context: AppContext,
  provider: Of<'openid'>,
  { state, hint, language }: { readonly state: string; readonly hint: string; readonly language: Language },
) {
  const client = await openClient(context, provider);
  const [nonce, verifier] = [oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const { href } = oidc.buildAuthorizationUrl(client, {
    redirect_uri: returnAddress(context, provider.id),
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ui_locales: `${language}-CA ${language}`,
    ...(hint.includes('@') && { login_hint: hint }),
  });
  return { href, facts: { nonce, verifier } };
}

/** A signed request; the state goes as the relay state, which leads nowhere. */
async function askBySaml(context: AppContext, provider: Of<'saml'>, state: string) {
  const metadata = await findMetadata(context, provider);
  if (metadata.entityId !== provider.issuer) throw new ProviderRefusal('misconfigured', metadata.entityId);
  if (metadata.signIn === null) throw new ProviderRefusal('misconfigured', 'SingleSignOnService');
  // An id of XML begins with no digit.
  const nonce = `_${context.clock.randomBytes(20).toString('hex')}`;
  const library = await openSaml(context, provider, metadata, nonce);
  return {
    href: await library.getAuthorizeUrlAsync(state, undefined, {}),
    facts: { nonce, verifier: '' },
  };
}
