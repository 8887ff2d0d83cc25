import type { QueryOf } from '@guichet/contract/core/endpoint';
import { listRetryable } from '@guichet/contract/mail/outbox';
import { useCall } from '../../../core/call/query.ts';
import { useTellFailure } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { type Retried, useRetryMails } from '../outbox.api.ts';

/** Says how many mails leave, again or (`isFirst`) for the first time, how many do not, and why the others were not asked for. */
export function useTellRetried(isFirst = false): (retried: Retried) => void {
  const t = useT();
  const tellFailure = useTellFailure();
  return ({ again, left, failure }) => {
    const told = [
      again > 0 && t(isFirst ? 'Planned.send.Done' : 'Mail.RetryChosen.Done', { count: again }),
      left > 0 && t('Mail.RetryChosen.Left', { count: left }),
    ].filter(Boolean);
    if (told.length > 0) showToast({ tone: left > 0 ? 'info' : 'success', text: told.join(' ') });
    if (failure) tellFailure(failure);
  };
}

/** Sends all mails of a listing again, and says how many. */
export function useRetryListed(listed: QueryOf<typeof listRetryable>) {
  const { retry } = useRetryMails();
  const listing = useCall(listRetryable);
  const tellFailure = useTellFailure();
  const tellRetried = useTellRetried(listed.unsent === true);

  function sendAgain(onSettled: () => void = () => undefined) {
    const ofListing = (mailIds: readonly number[]) =>
      retry.mutate({ mailIds, alsoSent: false }, { onSuccess: tellRetried, onSettled });
    listing.mutate({ query: listed }, { onSuccess: ofListing, onError: tellFailure });
  }

  return { isPending: listing.isPending || retry.isPending, sendAgain };
}
