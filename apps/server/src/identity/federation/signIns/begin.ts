import type { Language } from '@guichet/contract/core/language';
import * as oidc from 'openid-client';
import type { AppContext } from '../../../core/context/appContext.ts';
import { sha256 } from '../../../core/crypto/keys.ts';
import type { BrowserMark } from '../../../core/http/cookies.ts';
import { toNetwork } from '../../../core/http/sockets/networkAddress.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { openClient, returnAddress } from '../client/client.ts';
import { readRefusal } from '../client/refusal.ts';
import { findActiveProvider } from '../providers/providers.ts';
import { keepStep, markBrowser } from './steps.ts';

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
  if (!provider) return { address: null, why: 'off' as const };
  try {
    const client = await openClient(context, provider);
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const asked = oidc.buildAuthorizationUrl(client, {
      redirect_uri: returnAddress(context, providerId),
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ui_locales: `${language}-CA ${language}`,
      ...(hint.includes('@') && { login_hint: hint }),
    });
    const browser = markBrowser(context, federation);
    await keepStep(context, 'asked', {
      id: hashState(state),
      browser,
      providerId,
      facts: { nonce, verifier },
    });
    return { address: asked.href, why: null };
  } catch (error) {
    return { address: null, why: readRefusal(context, provider.issuer, error).why };
  }
}

/** Stored in place of the state, which is a secret of the browser. */
export function hashState(state: string): string {
  return sha256(state).toString('base64url');
}
