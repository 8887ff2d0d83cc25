import type { ListedUser } from '@guichet/contract/identity/users';
import { useState } from 'react';

export interface Selection {
  /** The selected people in the order of the list. */
  readonly chosen: readonly ListedUser[];
  readonly choose: (users: readonly ListedUser[], isChosen: boolean) => void;
}

/**
 * The selected people of a list, kept from page to page and from search to search; null while nobody selects.
 * A person who has left the list is no longer selected when an undo brings them back; otherwise the next
 * action would reach them by surprise.
 */
export function useSelection(users: readonly ListedUser[]) {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null);
  if (ids && ids.size > 0) {
    const listed = users.filter(({ id }) => ids.has(id));
    if (listed.length < ids.size) setIds(new Set(listed.map(({ id }) => id)));
  }

  function choose(some: readonly ListedUser[], isChosen: boolean) {
    const next = new Set(ids);
    for (const { id } of some) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setIds(next);
  }

  const selection: Selection | null = ids && { chosen: users.filter(({ id }) => ids.has(id)), choose };
  const setSelecting = (isOn: boolean) => setIds(isOn ? new Set() : null);
  return { selection, isSelecting: ids !== null, setSelecting };
}
