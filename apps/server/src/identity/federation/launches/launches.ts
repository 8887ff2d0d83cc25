import { returnPath } from '@guichet/contract/identity/federation';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { BrowserMark } from '../../../core/http/cookies.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { signAsPortal } from '../../provider/provider.service.ts';
import { choiceBase, claims, linkTo } from '../client/lti.ts';
import { findActiveProvider } from '../providers/providers.ts';
import { deleteSignIn } from '../signIns/signIns.queries.ts';
import { findStep, findStepAnywhere, hashState, keepStep } from '../signIns/steps.ts';

const answerSeconds = 5 * 60;

/** A launch of this browser with its platform; null when its time is over, or in another browser. */
export async function findLaunch(context: AppContext, launch: string, { shown }: Pick<BrowserMark, 'shown'>) {
  const found = await findStep(context, 'launched', hashState(launch), { shown });
  if (typeof found === 'string' || shown === null) return null;
  const platform = await findActiveProvider(context, found.providerId);
  return platform?.kind === 'lti' ? { ...found, platform, browser: shown } : null;
}

export type FoundLaunch = NonNullable<Awaited<ReturnType<typeof findLaunch>>>;

/**
 * Makes the answer that puts the link of an exam into a course (Deep Linking 2.0, 4), for the page that returns to it: the
 * page in the course, which looks for it, or the one whose path is returned.
 */
export async function keepChoice(
  context: AppContext,
  { platform, browser, frame, choice }: FoundLaunch,
  { examId, title }: { readonly examId: number; readonly title: string },
): Promise<string | null> {
  if (!choice) return null;
  const now = context.clock.now();
  const jwt = await signAsPortal(context, {
    iss: platform.clientId,
    aud: platform.issuer,
    iat: seconds(now),
    exp: seconds(secondsAfter(now, answerSeconds)),
    nonce: context.clock.randomBytes(16).toString('base64url'),
    [claims.deployment]: choice.deployment,
    [claims.messageType]: 'LtiDeepLinkingResponse',
    [claims.version]: '1.3.0',
    [`${choiceBase}/content_items`]: [
      { type: 'ltiResourceLink', title, url: linkTo(context, platform, examId) },
    ],
    ...(choice.data !== undefined && { [`${choiceBase}/data`]: choice.data }),
  });
  const secret = frame ?? context.clock.randomBytes(32).toString('base64url');
  const facts = { address: choice.address, jwt };
  // The later of two choices counts, before the page in the course has looked.
  await keepStep(context, 'chosen', { id: hashState(secret), browser, providerId: platform.id, facts });
  return frame === null ? `${returnPath}/${platform.id}/launch?frame=${secret}` : null;
}

/** Takes the answer to a course, once, with the secret of the page that returns to it. */
export async function takeChoice(context: AppContext, providerId: string, secret: string) {
  const found = await findStepAnywhere(context, 'chosen', secret);
  if (found?.providerId !== providerId) return null;
  return (await systemTransaction(context, (tx) => deleteSignIn(tx, hashState(secret)))) ? found : null;
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
