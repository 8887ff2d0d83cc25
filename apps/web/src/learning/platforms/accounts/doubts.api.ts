import { countDoubts, decideDoubt, listDoubts } from '@guichet/contract/learning/learning.doubts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';

const key = ['platforms', 'doubts'];

/** Asks the platforms: an account is shown as it stands there now. */
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
  /** Null: the account is not theirs, and they get another one. */
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
