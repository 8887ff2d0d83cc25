import {
  confirmAccount,
  type ExtraTimeOnPlatform,
  getExtraTime,
  listExtraTimes,
  listExtraTimeTroubles,
  setExtraTime,
  setExtraTimesAgain,
} from '@guichet/contract/exams/cohorts.extraTime';
import type { ExtraTime } from '@guichet/contract/learning/learning.extraTime';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';

const lookAgainMs = 3000;

export interface Candidate {
  readonly systemId: number;
  readonly cohortId: number;
  readonly userId: number;
}

/** The extra time of a candidate; polled until the platform has been told. */
export function extraTimeOptions(params: Candidate) {
  return queryOptions({
    queryKey: ['extraTime', params.systemId, params.cohortId, params.userId],
    queryFn: ({ signal }) => call(getExtraTime, { params, signal }),
    refetchInterval: ({ state }) => (isMoving(state.data?.platform) ? lookAgainMs : false),
  });
}

/** The candidates with extra time in an exam; polled until the platform has been told of everybody. */
export function extraTimesOptions(params: Omit<Candidate, 'userId'>) {
  return queryOptions({
    queryKey: ['extraTimes', params.systemId, params.cohortId],
    queryFn: ({ signal }) => call(listExtraTimes, { params, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ platform }) => isMoving(platform)) ? lookAgainMs : false,
  });
}

/** The amount of extra time of each candidate of an exam, for the attendance sheet. */
export function extraTimeAmountsOptions(params: Omit<Candidate, 'userId'>) {
  return queryOptions({
    queryKey: ['extraTimes', params.systemId, params.cohortId, 'amounts'],
    queryFn: ({ signal }) => call(listExtraTimes, { params, query: { withAmounts: true }, signal }),
  });
}

/** Coming exams whose extra time is not in place. 403 for a reader who administers no system. */
export function extraTimeTroublesOptions() {
  return queryOptions({
    queryKey: ['extraTimes', 'troubles'],
    queryFn: ({ signal }) => call(listExtraTimeTroubles, { signal }),
  });
}

function isMoving(platform: ExtraTimeOnPlatform | null | undefined): boolean {
  return platform?.state === 'pending' || platform?.state === 'waiting';
}

export function useSetExtraTimesAgain(params: Omit<Candidate, 'userId'>) {
  return useMutation({ mutationFn: () => call(setExtraTimesAgain, { params }) });
}

export function useConfirmAccount(params: Candidate) {
  return useMutation({ mutationFn: (until: Date) => call(confirmAccount, { params, body: { until } }) });
}

export function useSetExtraTime(params: Candidate) {
  return useMutation({
    mutationFn: (extraTime: ExtraTime | null) => call(setExtraTime, { params, body: { extraTime } }),
  });
}
