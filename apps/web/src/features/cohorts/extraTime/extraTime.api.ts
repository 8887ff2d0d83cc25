import { getExtraTime, setExtraTime } from '@guichet/contract/cohorts.extraTime';
import type { ExtraTime } from '@guichet/contract/learning.extraTime';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';

const lookAgainMs = 3000;

/** A candidate of an exam. */
export interface Candidate {
  readonly systemId: number;
  readonly cohortId: number;
  readonly userId: number;
}

/** The extra time of a candidate; polled while the platform is to be told. */
export function extraTimeOptions(params: Candidate) {
  return queryOptions({
    queryKey: ['extraTime', params.systemId, params.cohortId, params.userId],
    queryFn: ({ signal }) => call(getExtraTime, { params, signal }),
    refetchInterval: ({ state }) => {
      const onPlatform = state.data?.platform?.state;
      return onPlatform === 'pending' || onPlatform === 'waiting' ? lookAgainMs : false;
    },
  });
}

export function useSetExtraTime(params: Candidate) {
  return useMutation({
    mutationFn: (extraTime: ExtraTime | null) => call(setExtraTime, { params, body: { extraTime } }),
  });
}
