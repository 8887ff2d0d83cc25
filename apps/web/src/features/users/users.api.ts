import { listSystemUsers } from '@guichet/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';

/** Everyone who has a role in a system. */
export function systemUsersOptions(systemId: number) {
  return queryOptions({
    queryKey: ['users', systemId],
    queryFn: ({ signal }) => call(listSystemUsers, { params: { systemId }, signal }),
  });
}
