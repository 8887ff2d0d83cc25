import { deleteUser, listOtherSystems } from '@guichet/contract/users.changes';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';

/** The other systems of a person. Fetched at each opening, because it decides whether she can be deleted. */
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
