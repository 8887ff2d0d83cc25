import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { returnAddress } from '../client/client.ts';
import { readRefusal } from '../client/refusal.ts';
import { findMetadata } from '../client/saml.ts';
import { verifyAnswer } from '../client/verifyAnswer.ts';
import { findActiveProvider } from '../providers/providers.ts';
import { findAsked, hashState, moveToAnswered } from './steps.ts';

/**
 * Takes the answer that a provider has sent through the browser as a form, once, and returns the page of the portal that fetches it.
 * No cookie comes with a form from elsewhere, so the page's call is what proves the browser.
 */
export async function receiveAnswer(
  context: AppContext,
  providerId: string,
  { posted = '', state = '' }: { readonly posted?: string | undefined; readonly state?: string | undefined },
): Promise<string> {
  const back = `${returnAddress(context, providerId)}?answer=`;
  const asked = await findAsked(context, state);
  const provider = asked?.providerId === providerId ? await findActiveProvider(context, providerId) : null;
  if (!asked || provider?.kind !== 'saml') return back;
  const facts = await findMetadata(context, provider, { fresh: true })
    .then((metadata) => verifyAnswer(context, provider, metadata, { posted, requestId: asked.nonce }))
    .then((told) => ({ told, refusal: null }))
    .catch((error: unknown) => ({ told: null, refusal: readRefusal(context, provider.issuer, error) }));
  const language = state.slice(state.lastIndexOf('.'));
  const answer = context.clock.randomBytes(32).toString('base64url') + language;
  const isFirst = await systemTransaction(context, (tx) =>
    moveToAnswered(context, tx, { from: hashState(state), to: hashState(answer), facts }),
  );
  return isFirst ? back + answer : back;
}
