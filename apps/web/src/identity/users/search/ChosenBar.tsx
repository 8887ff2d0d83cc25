import { batchMaxUsers } from '@guichet/contract/identity/users.changes';
import type { FoundUser } from '@guichet/contract/identity/users.search';
import { useCallback, useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { UserOffIcon } from '../../../ui/icons/moreIcons.tsx';
import { UserIcon } from '../../../ui/icons/publicIcons.tsx';
import type { Activation } from './ActivationDialog.tsx';

export interface ChosenBarProps {
  chosen: ReadonlyMap<number, FoundUser>;
  onAsk: (activation: Activation) => void;
  onClear: () => void;
}

/** Actions on the selected rows; renders nothing without a selection. */
export function ChosenBar({ chosen, onAsk, onClear }: ChosenBarProps) {
  const t = useT();
  if (chosen.size === 0) return null;
  const users = [...chosen.values()];
  const tooMany = chosen.size > batchMaxUsers;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-accent-soft px-5 py-3 sm:px-6">
      <p role="status" className="font-medium text-accent-ink">
        {tooMany
          ? t('Users.Chosen.TooMany', { count: chosen.size, max: batchMaxUsers })
          : t('Users.Chosen', { count: chosen.size })}
      </p>
      <span className="flex flex-wrap gap-2">
        <SmallButton icon={UserIcon} disabled={tooMany} onClick={() => onAsk({ users, isActive: true })}>
          {t('Users.Activate')}
        </SmallButton>
        <SmallButton icon={UserOffIcon} disabled={tooMany} onClick={() => onAsk({ users, isActive: false })}>
          {t('Users.Deactivate')}
        </SmallButton>
        <SmallButton variant="quiet" onClick={onClear}>
          {t('Users.Chosen.Clear')}
        </SmallButton>
      </span>
    </div>
  );
}

const nobody: ReadonlyMap<number, FoundUser> = new Map();

/** The people selected for a batch, kept from page to page and cleared when the filters change. */
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
