import { getPlatformHealth, type PlatformHealth, retryPlatform } from '@guichet/contract/learning.health';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';
import { isPlatformStateMoving } from './platformState.ts';

const lookAgainMs = 3000;

/** What of a cohort has not reached the learning platform; polled while something is pending. */
export function platformHealthOptions(systemId: number, cohortId: number) {
  return queryOptions({
    queryKey: ['platform', systemId, cohortId],
    queryFn: ({ signal }) => call(getPlatformHealth, { params: { systemId, cohortId }, signal }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? lookAgainMs : false),
  });
}

export function useRetryPlatform(systemId: number) {
  return useMutation({
    mutationFn: (cohortId: number) => call(retryPlatform, { params: { systemId, cohortId } }),
  });
}

function isMoving({ course, states }: PlatformHealth): boolean {
  return isPlatformStateMoving(course.state) || Boolean(states.pending || states.waiting);
}
