import { moveCandidates, putBackCandidates, takeOutCandidates } from '@guichet/contract/cohorts.removals';
import type { BodyOf } from '@guichet/contract/core/endpoint';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';

/** Takes candidates out of a cohort. */
export function useTakeOut(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof takeOutCandidates>) =>
      call(takeOutCandidates, { params: { systemId, cohortId }, body }),
  });
}

/** Moves candidates to another exam of the system. */
export function useMove(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof moveCandidates>) =>
      call(moveCandidates, { params: { systemId, cohortId }, body }),
  });
}

/** Undoes what one of the others has done. */
export function usePutBack(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (removalId: string) =>
      call(putBackCandidates, { params: { systemId, cohortId }, body: { removalId } }),
  });
}
