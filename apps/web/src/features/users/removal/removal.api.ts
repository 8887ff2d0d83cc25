import { deleteUser, listOtherSystems } from '@guichet/contract/users.changes';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';

/** What still ties a person to the portal beside this system. Asked anew at each opening: it decides about a deletion. */
export function otherSystemsOptions(systemId: number, userId: number) {
  return queryOptions({
    queryKey: ['users', 'otherSystems', systemId, userId],
    queryFn: ({ signal }) => call(listOtherSystems, { params: { systemId }, body: { id: userId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function useDeleteUser(systemId: number) {
  return useMutation({
    mutationFn: (userId: number) => call(deleteUser, { params: { systemId }, body: { id: userId } }),
  });
}
