import type { BodyOf } from '@guichet/contract/core/endpoint';
import {
  getRemoval,
  moveCandidates,
  putBackCandidates,
  takeOutCandidates,
} from '@guichet/contract/exams/cohorts.removals';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';

export function useTakeOut(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof takeOutCandidates>) =>
      call(takeOutCandidates, { params: { systemId, cohortId }, body }),
  });
}

export function useMove(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof moveCandidates>) =>
      call(moveCandidates, { params: { systemId, cohortId }, body }),
  });
}

/** The people whom a removal or a move took out, each with whether that can be undone. */
export function removalOptions(systemId: number, cohortId: number, removalId: string) {
  return queryOptions({
    queryKey: ['cohorts', systemId, 'removal', cohortId, removalId],
    queryFn: ({ signal }) => call(getRemoval, { params: { systemId, cohortId, removalId }, signal }),
  });
}

/** Undoes a removal or a move, for all its people or for the given ones. */
export function usePutBack(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof putBackCandidates>) =>
      call(putBackCandidates, { params: { systemId, cohortId }, body }),
  });
}
