import type { ListedUser } from '@guichet/contract/identity/users';
import type { ReactNode } from 'react';
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
