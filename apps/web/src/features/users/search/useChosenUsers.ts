import type { FoundUser } from '@guichet/contract/users.search';
import { useCallback, useState } from 'react';

const nobody: ReadonlyMap<number, FoundUser> = new Map();

/** The people selected for a batch: kept from page to page, cleared when the filters change. */
export function useChosenUsers(listKey: string) {
  const [kept, keep] = useState({ listKey, users: nobody });
  const chosen = kept.listKey === listKey ? kept.users : nobody;

  const choose = useCallback(
    (users: readonly FoundUser[], isChosen: boolean) =>
      keep((before) => {
        const next = new Map(before.listKey === listKey ? before.users : nobody);
        for (const user of users) {
          if (isChosen && user.mayManage) next.set(user.id, user);
          else next.delete(user.id);
        }
        return { listKey, users: next };
      }),
    [listKey],
  );
  const chooseOne = useCallback((user: FoundUser, isChosen: boolean) => choose([user], isChosen), [choose]);
  const clear = useCallback(() => keep({ listKey, users: nobody }), [listKey]);
  return { chosen, choose, chooseOne, clear };
}
