import type { NamedCohort } from '@guichet/contract/cohorts';
import type { ListedUser } from '@guichet/contract/users';
import { useState } from 'react';
import { ConfirmCall } from '../../../parts/asking/ConfirmCall.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { UserMinusIcon } from '../../../ui/icons/moreIcons.tsx';
import { useTakeOut } from './removals.api.ts';
import { type Removed, useSayNames } from './useRemovalToast.ts';

export interface TakeOutButtonProps {
  systemId: number;
  cohort: Pick<NamedCohort, 'id' | 'title'>;
  /** The candidates selected. */
  users: readonly ListedUser[];
  disabled: boolean;
  onRemoved: (removed: Removed) => void;
}

/** Takes the candidates selected out of their cohort, after a question that counts them. */
export function TakeOutButton({ systemId, cohort, users, disabled, onRemoved }: TakeOutButtonProps) {
  const t = useT();
  const sayNames = useSayNames();
  const takeOut = useTakeOut(systemId, cohort.id);
  // Whom the question is about, while the list behind it goes on; its id makes a retry idempotent.
  const [asked, ask] = useState<{ removalId: string; users: readonly ListedUser[] } | null>(null);
  const about = useLastGiven(asked)?.users ?? [];
  const count = about.length;
  const marked = about.filter(({ isAttested }) => isAttested).length;

  function confirm() {
    if (!asked) return;
    const body = { removalId: asked.removalId, userIds: asked.users.map(({ id }) => id) };
    takeOut.mutate(body, {
      onSuccess: (removal) => {
        ask(null);
        const text = t('TakeOut.Done', { count: removal.userIds.length, cohort: cohort.title });
        onRemoved({ ...asked, removal, text });
      },
    });
  }

  return (
    <>
      <Button
        size="sm"
        icon={UserMinusIcon}
        disabled={disabled}
        onClick={() => ask({ removalId: crypto.randomUUID(), users })}
      >
        {t('TakeOut.Action')}
      </Button>
      <ConfirmCall
        call={takeOut}
        open={asked !== null}
        title={t('TakeOut.Title', { count })}
        messages={[
          <div key="question" className="flex flex-col gap-2">
            <p className="wrap-anywhere">
              {t('TakeOut.Question', { count, cohort: cohort.title, names: sayNames(about) })}
            </p>
            {marked > 0 && <p>{t('TakeOut.Marked', { count: marked })}</p>}
            <p className="text-muted">{t('TakeOut.Consequences')}</p>
          </div>,
        ]}
        busyLabel={t('Unenrol.Busy')}
        onConfirm={confirm}
        onClose={() => ask(null)}
      />
    </>
  );
}
