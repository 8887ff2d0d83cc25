import { endUserSessions } from '@guichet/contract/sessions.list';
import { lockUser, unlockUser } from '@guichet/contract/users.locking';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';

/** Emergency actions on an account. */
export type Emergency = 'lock' | 'unlock' | 'endSessions';

const calls = { lock: lockUser, unlock: unlockUser, endSessions: endUserSessions } as const;

export function useEmergency(kind: Emergency) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number): Promise<unknown> => call(calls[kind], { params: { id } }),
    onSettled: () =>
      Promise.all([['users'], ['sessions']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
