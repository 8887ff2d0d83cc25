import type { Language } from '@guichet/contract/core/language';
import { findWayOut, releaseOutgoing } from '@guichet/contract/outbox.wayOut';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';

const lookAgainMs = 3000;

/** Whether mails may and can be sent, with the reason in the reader's language; polled while it is shown. */
export function wayOutOptions(language: Language) {
  return queryOptions({
    queryKey: ['outbox', 'wayOut', language],
    queryFn: ({ signal }) => call(findWayOut, { signal }),
    refetchInterval: lookAgainMs,
  });
}

export function useReleaseOutgoing() {
  return useMutation({ mutationFn: () => call(releaseOutgoing) });
}
