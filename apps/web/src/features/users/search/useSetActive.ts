import { updateUsers } from '@guichet/contract/users.changes';
import type { FoundUser } from '@guichet/contract/users.search';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';
import { type FoundUsers, foundUsersKey } from './search.api.ts';

export interface Activation {
  readonly users: readonly FoundUser[];
  readonly isActive: boolean;
}

/** Updates the people on the screen optimistically (S4.28), and reverts when the call fails. */
export function useSetActive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ users, isActive }: Activation) => {
      const Ids = users.map(({ id }) => id);
      return call(updateUsers, { body: { Ids, Action: isActive ? 'activate' : 'deactivate' } });
    },
    onMutate: async ({ users, isActive }) => {
      // A reply to an earlier request would revert them.
      await client.cancelQueries({ queryKey: foundUsersKey });
      showStates(client, new Map(users.map(({ id }) => [id, isActive])));
    },
    onError: (_failure, { users }) =>
      showStates(client, new Map(users.map(({ id, isActive }) => [id, isActive]))),
  });
}

function showStates(client: QueryClient, states: ReadonlyMap<number, boolean>): void {
  client.setQueriesData<FoundUsers>(
    { queryKey: foundUsersKey },
    (found) => found && { ...found, data: found.data.map((user) => withState(user, states.get(user.id))) },
  );
}

function withState(user: FoundUser, isActive: boolean | undefined): FoundUser {
  return isActive === undefined || isActive === user.isActive ? user : { ...user, isActive };
}
