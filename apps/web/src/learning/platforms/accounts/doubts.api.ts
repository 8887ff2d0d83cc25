import { countDoubts, decideDoubt, listDoubts } from '@guichet/contract/learning/learning.doubts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';

const key = ['platforms', 'doubts'];

/** Asks the platforms, so that each account is shown as it is there now. */
export function doubtsOptions() {
  return queryOptions({
    queryKey: [...key, 'list'],
    queryFn: ({ signal }) => call(listDoubts, { signal }),
    gcTime: 0,
  });
}

export function doubtCountOptions() {
  return queryOptions({
    queryKey: [...key, 'count'],
    queryFn: ({ signal }) => call(countDoubts, { signal }),
  });
}

export interface Decision {
  readonly doubtId: number;
  /** Null when the account is not the person's, who then gets another one. */
  readonly externalId: string | null;
}

export function useDecide() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ doubtId, externalId }: Decision) =>
      call(decideDoubt, { params: { doubtId }, body: { externalId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
