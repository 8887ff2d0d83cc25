import type { ListedCohort } from '@guichet/contract/cohorts';
import type { PutBack, Removal } from '@guichet/contract/cohorts.removals';
import type { ListedUser } from '@guichet/contract/users';
import { useRef } from 'react';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { removeToast, showToast } from '../../../ui/toasts/toastStore.ts';
import { usePutBack } from './removals.api.ts';

export interface Removed {
  readonly removalId: string;
  readonly removal: Removal;
  /** Those whom the request named. */
  readonly users: readonly ListedUser[];
  /** What has been done, in words. */
  readonly text: string;
}

/** At most so many names stand in a toast. */
const mostNames = 3;

/**
 * Tells what became of a removal: how many, who not and why, with a button that undoes it. The button works also after the
 * list was left; `onUndo` then gives the focus a place, since the button is gone.
 */
export function useRemovalToast(
  systemId: number,
  cohort: ListedCohort,
  onUndo: () => void,
): (removed: Removed) => void {
  const t = useT();
  const failureText = useFailureText();
  const putBack = usePutBack(systemId, cohort.id);
  const toast = useRef(0);

  function sayOthers(
    others: readonly (Removal | PutBack)['others'][number][],
    users: readonly ListedUser[],
  ): string[] {
    const nameOf = new Map(users.map(({ id, fullName, email }) => [id, fullName || email]));
    return [...Map.groupBy(others, ({ reason }) => reason)].map(([reason, some]) => {
      const names = some.slice(0, mostNames).map(({ userId }) => nameOf.get(userId) ?? '');
      if (some.length > mostNames) names.push(t('Users.AndOthers', { count: some.length - mostNames }));
      return t(`Removal.Other.${reason}`, { count: some.length, names: names.join(', ') });
    });
  }

  function undo({ removalId, users }: Removed) {
    onUndo();
    putBack
      .mutateAsync(removalId)
      .then(({ userIds, others }) => {
        const isOver = userIds.length + others.length === 0;
        const done = isOver
          ? t('PutBack.Over')
          : t('PutBack.Done', { count: userIds.length, cohort: cohort.title });
        const text = [done, ...sayOthers(others, users)].join(' ');
        showToast({ tone: 'info', text, stays: isOver || others.length > 0 });
      })
      .catch((failure: unknown) => showToast({ tone: 'danger', text: failureText(failure) }));
  }

  return (removed) => {
    const { userIds, others } = removed.removal;
    removeToast(toast.current);
    toast.current = showToast({
      tone: userIds.length > 0 ? 'success' : 'info',
      text: [removed.text, ...sayOthers(others, removed.users)].join(' '),
      stays: true,
      ...(userIds.length > 0 && { action: { label: t('Attest.Undo'), run: () => undo(removed) } }),
    });
  };
}
