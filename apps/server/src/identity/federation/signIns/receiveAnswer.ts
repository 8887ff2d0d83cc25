import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { returnAddress } from '../client/client.ts';
import { verifyLaunch } from '../client/lti.ts';
import { ProviderRefusal, readRefusal } from '../client/refusal.ts';
import { findMetadata } from '../client/saml.ts';
import { refuseSignIn } from '../client/troubles.ts';
import { verifyAnswer } from '../client/verifyAnswer.ts';
import { type ActiveProvider, findActiveProvider } from '../providers/providers.ts';
import { findStepAnywhere, hashState, moveToAnswered } from './steps.ts';

/**
 * Takes the answer that a provider has sent through the browser as a form, once, and returns the page of the portal that fetches it.
 * No cookie comes with a form from elsewhere, so the page's call is what proves the browser.
 */
export async function receiveAnswer(
  context: AppContext,
  providerId: string,
  { posted = '', state = '', error = '' }: { [Name in 'posted' | 'state' | 'error']?: string | undefined },
): Promise<string> {
  const back = `${returnAddress(context, providerId)}?answer=`;
  const asked = await findStepAnywhere(context, 'asked', state);
  const provider = await findActiveProvider(context, providerId);
  if (state === '') readRefusal(context, providerId, new ProviderRefusal('over', 'RelayState is missing'));
  if (!provider || provider.kind === 'openid') return back;
  // Whoever comes from a course goes on, or is told to go back, to it.
  const mark = provider.kind === 'lti' ? '&launch' : '';
  if (asked?.providerId !== providerId) return back + mark;
  const reading =
    provider.kind === 'saml'
      ? readSaml(context, provider, posted, asked)
      : readLaunch(context, provider, { posted, error }, asked);
  const facts = await reading
    .then((read) => ({ ...read, refusal: null }))
    .catch(async (error: unknown) => ({ told: null, refusal: await refuseSignIn(context, provider, error) }));
  const language = state.slice(state.lastIndexOf('.'));
  const answer = context.clock.randomBytes(32).toString('base64url') + language;
  const isFirst = await systemTransaction(context, (tx) =>
    moveToAnswered(context, tx, { from: hashState(state), to: hashState(answer), facts }),
  );
  return back + (isFirst ? answer : '') + mark;
}

type Of<Kind> = Extract<ActiveProvider, { kind: Kind }>;
type Asked = NonNullable<Awaited<ReturnType<typeof findStepAnywhere<'asked'>>>>;

async function readSaml(context: AppContext, provider: Of<'saml'>, posted: string, { nonce }: Asked) {
  const metadata = await findMetadata(context, provider, { fresh: true });
  return { told: await verifyAnswer(context, provider, metadata, { posted, requestId: nonce }) };
}

async function readLaunch(
  context: AppContext,
  provider: Of<'lti'>,
  { posted, error }: { readonly posted: string; readonly error: string },
  asked: Asked,
) {
  if (error !== '') throw new ProviderRefusal('refusedThere', error);
  const { told, launch } = await verifyLaunch(context, provider, { posted, nonce: asked.nonce });
  return { told, launch: { ...launch, frame: asked.frame ?? null } };
}
