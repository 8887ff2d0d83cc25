import type { Language } from '@guichet/contract/core/language';
import * as oidc from 'openid-client';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { BrowserMark } from '../../../core/http/cookies.ts';
import { returnAddress } from '../client/client.ts';
import { readTarget } from '../client/lti.ts';
import { ProviderRefusal, type Refused, readRefusal, refused } from '../client/refusal.ts';
import { findActiveProvider } from '../providers/providers.ts';
import { hashState, keepStep, markBrowser } from '../signIns/steps.ts';

/** The parameters with which a platform begins a launch (Security Framework 1.0, 5.1.1.1). */
export const initiationNames = [
  'iss',
  'login_hint',
  'target_link_uri',
  'lti_message_hint',
  'client_id',
  'lti_deployment_id',
] as const;

interface Begun {
  readonly text: (name: string) => string;
  readonly language: Language;
  readonly browser: BrowserMark;
}

/** The platform's address that confirms who has begun a launch, for this browser alone; or why there is none. */
export async function beginLaunch(
  context: AppContext,
  providerId: string,
  { text, language, browser }: Begun,
): Promise<{ readonly address: string } | Refused> {
  const platform = await findActiveProvider(context, providerId);
  if (platform?.kind !== 'lti') return refused('off');
  try {
    readInitiation(context, platform, text);
  } catch (error) {
    return readRefusal(context, platform.issuer, error);
  }
  const state = `${oidc.randomState()}.${language}`;
  const nonce = oidc.randomNonce();
  const facts = { nonce, verifier: '', frame: text('frame') || null };
  const mark = markBrowser(context, browser);
  await keepStep(context, 'asked', { id: hashState(state), browser: mark, providerId, facts });
  const address = new URL(platform.signInAddress);
  const asked = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.clientId,
    redirect_uri: returnAddress(context, providerId),
    login_hint: text('login_hint'),
    ...(text('lti_message_hint') && { lti_message_hint: text('lti_message_hint') }),
    state,
    nonce,
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return { address: address.href };
}

/** The exam of a launch that begins. @throws ProviderRefusal for anything but a launch of this platform to the portal */
function readInitiation(
  context: AppContext,
  platform: Parameters<typeof readTarget>[1] & {
    readonly issuer: string;
    readonly clientId: string;
    readonly deployments: readonly string[];
  },
  text: Begun['text'],
): void {
  const known = {
    iss: [platform.issuer],
    client_id: [platform.clientId, ''],
    lti_deployment_id: [...platform.deployments, ''],
  };
  for (const [name, values] of Object.entries(known))
    if (!values.includes(text(name))) throw new ProviderRefusal('misconfigured', `${name} ${text(name)}`);
  if (text('login_hint') === '') throw new ProviderRefusal('untrusted', 'login_hint');
  readTarget(context, platform, text('target_link_uri'));
}
