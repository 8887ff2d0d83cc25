import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
import { composeMail } from './composeMail.ts';
import type { LeasedMail, Settlement } from './delivery.queries.ts';
import { DeliveryFailure, storedFailure } from './deliveryFailure.ts';
import { encryptionKeys } from './encryptedSecrets.ts';
import type { MailingCache } from './mailingCache.ts';
import { renderMail } from './renderMail.ts';
import { delayFor } from './retryTimes.ts';
import type { Transport } from './transport.ts';

/** Puts a mail together, with its secret link if it has one, and hands it over. @throws DeliveryFailure */
export async function deliver(
  context: AppContext,
  mailings: MailingCache,
  transport: Transport,
  mail: LeasedMail,
): Promise<void> {
  try {
    const { mailing, attachment } = await mailings.get(mail.mailingId);
    const site = { publicUrl: context.config.publicUrl, keys: encryptionKeys(context) };
    const rendered = renderMail(mailing, mail, site, context.clock.now());
    await transport.deliver(composeMail(mail.id, rendered, attachment));
  } catch (error) {
    if (error instanceof DeliveryFailure) throw error;
    // A fault of ours: the next version may be able to send it.
    context.log.error(
      { mailId: mail.id, error: (error as Error).message },
      'outbox: a mail cannot be composed',
    );
    throw new DeliveryFailure('later', 'notComposable');
  }
}

export function sentSettlement(context: AppContext, mail: LeasedMail): Settlement {
  return {
    id: mail.id,
    state: 'sent',
    tries: 1,
    nextTryAt: null,
    sentAt: context.clock.now(),
    lastError: null,
  };
}

/** What becomes of a mail that did not leave. */
export function failedSettlement(
  context: AppContext,
  mail: LeasedMail,
  failure: DeliveryFailure,
): Settlement {
  const lastError = storedFailure(failure);
  if (failure.kind === 'unreachable') return { ...released(mail), lastError };
  const tried = { id: mail.id, tries: 1, sentAt: null, lastError } as const;
  const seconds = failure.kind === 'never' ? null : delayFor(mail.attempts + 1, chance(context));
  if (seconds === null) return { ...tried, state: 'failed', nextTryAt: null };
  return { ...tried, state: 'waiting', nextTryAt: secondsAfter(context.clock.now(), seconds) };
}

/** A mail that was not tried goes back to where it was. */
export function released(mail: LeasedMail): Settlement {
  const state = mail.attempts === 0 ? 'queued' : 'waiting';
  return { id: mail.id, state, tries: 0, nextTryAt: null, sentAt: null, lastError: null };
}

function chance({ clock }: AppContext): number {
  return clock.randomBytes(4).readUInt32BE() / 2 ** 32;
}
