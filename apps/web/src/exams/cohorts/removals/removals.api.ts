import type { BodyOf } from '@guichet/contract/core/endpoint';
import {
  getRemoval,
  moveCandidates,
  putBackCandidates,
  takeOutCandidates,
} from '@guichet/contract/exams/cohorts.removals';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';

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

/** Whom a removal or a move took out, each with whether it can be undone for her. */
export function removalOptions(systemId: number, cohortId: number, removalId: string) {
  return queryOptions({
    queryKey: ['cohorts', systemId, 'removal', cohortId, removalId],
    queryFn: ({ signal }) => call(getRemoval, { params: { systemId, cohortId, removalId }, signal }),
  });
}

/** Undoes what one of the others has done, for all or for these people. */
export function usePutBack(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof putBackCandidates>) =>
      call(putBackCandidates, { params: { systemId, cohortId }, body }),
  });
}
