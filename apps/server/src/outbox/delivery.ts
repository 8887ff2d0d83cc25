import { secondsAfter } from '../platform/clock.ts';
import type { House } from '../platform/house.ts';
import { composeMail } from './composeMail.ts';
import type { LeasedMail, Settlement } from './delivery.queries.ts';
import { DeliveryFailure, storedFailure } from './deliveryFailure.ts';
import type { Lane } from './lane.ts';
import type { MailingCache } from './mailingCache.ts';
import { renderMail } from './renderMail.ts';
import { waitAfter } from './retryTimes.ts';
import { mailKeys } from './sealedSecrets.ts';

/** Puts a mail together, with its secret link if it has one, and hands it over. @throws DeliveryFailure */
export async function deliver(
  house: House,
  mailings: MailingCache,
  lane: Lane,
  mail: LeasedMail,
): Promise<void> {
  try {
    const { mailing, attachment } = await mailings.get(mail.mailingId);
    const site = { publicUrl: house.config.publicUrl, keys: mailKeys(house) };
    const rendered = renderMail(mailing, mail, site, house.clock.now());
    await lane.deliver(composeMail(mail.id, rendered, attachment));
  } catch (error) {
    if (error instanceof DeliveryFailure) throw error;
    // A fault of ours: the next version may be able to send it.
    house.log.error(
      { mailId: mail.id, error: (error as Error).message },
      'outbox: a mail cannot be composed',
    );
    throw new DeliveryFailure('later', 'notComposable');
  }
}

export function sentSettlement(house: House, mail: LeasedMail): Settlement {
  return {
    id: mail.id,
    state: 'sent',
    tries: 1,
    nextTryAt: null,
    sentAt: house.clock.now(),
    lastError: null,
  };
}

/** What becomes of a mail that did not leave. */
export function failedSettlement(house: House, mail: LeasedMail, failure: DeliveryFailure): Settlement {
  const lastError = storedFailure(failure);
  if (failure.kind === 'unreachable') return { ...givenBack(mail), lastError };
  const tried = { id: mail.id, tries: 1, sentAt: null, lastError } as const;
  const seconds = failure.kind === 'never' ? null : waitAfter(mail.attempts + 1, chance(house));
  if (seconds === null) return { ...tried, state: 'failed', nextTryAt: null };
  return { ...tried, state: 'waiting', nextTryAt: secondsAfter(house.clock.now(), seconds) };
}

/** A mail that was not tried goes back to where it was. */
export function givenBack(mail: LeasedMail): Settlement {
  const state = mail.attempts === 0 ? 'queued' : 'waiting';
  return { id: mail.id, state, tries: 0, nextTryAt: null, sentAt: null, lastError: null };
}

function chance({ clock }: House): number {
  return clock.randomBytes(4).readUInt32BE() / 2 ** 32;
}
