import type { ListedUser } from '@guichet/contract/identity/users';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';

export interface SelectionBarProps {
  /** Everybody who matches the search, on all pages. */
  found: readonly ListedUser[];
  chosen: readonly ListedUser[];
  onChoose: (users: readonly ListedUser[], isChosen: boolean) => void;
  actions: ReactNode;
}

export function SelectionBar({ found, chosen, onChoose, actions }: SelectionBarProps) {
  const t = useT();
  return (
    <div
      data-screen-only
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-y bg-accent-soft px-5 py-3 sm:px-6"
    >
      <p role="status" className="min-w-48 font-medium text-accent-ink">
        {t('Users.Chosen', { count: chosen.length })}
      </p>
      <SmallButton variant="quiet" onClick={() => onChoose(found, true)}>
        {t('Users.Chosen.All', { count: found.length })}
      </SmallButton>
      {/* The button stays without a selection, so that nothing moves under the pointer. */}
      <SmallButton variant="quiet" disabled={chosen.length === 0} onClick={() => onChoose(chosen, false)}>
        {t('Users.Chosen.Clear')}
      </SmallButton>
      {actions}
    </div>
  );
}

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
