import type { NamedCohort } from '@guichet/contract/cohorts';
import type { ListedUser } from '@guichet/contract/users';
import { type ReactNode, useState } from 'react';
import { ConfirmCall } from '../../../parts/asking/ConfirmCall.tsx';
import { TellThem } from '../../../parts/mails/TellThem.tsx';
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

export interface TakeOutProps extends TakeOutButtonProps {
  /** The mail that tells them of it, to read. */
  mail: ReactNode;
}

/** Takes the candidates selected out of their cohort, after a question that counts them, and offers to tell those who were mailed about the exam before. */
export function TakeOutButton({ systemId, cohort, users, disabled, mail, onRemoved }: TakeOutProps) {
  const t = useT();
  const sayNames = useSayNames();
  const takeOut = useTakeOut(systemId, cohort.id);
  // Whom the question is about, while the list behind it goes on; its id makes a retry idempotent.
  const [asked, ask] = useState<{ removalId: string; users: readonly ListedUser[] } | null>(null);
  // Null until somebody ticks or unticks the box.
  const [chosen, choose] = useState<boolean | null>(null);
  const about = useLastGiven(asked)?.users ?? [];
  const count = about.length;
  const marked = about.filter(({ isAttested }) => isAttested).length;
  const mailed = about.filter(({ isMailed }) => isMailed).length;
  // Who was told of the exam should hear of this as well.
  const sendEmail = chosen ?? mailed > 0;

  function close() {
    choose(null);
    ask(null);
  }

  function confirm() {
    if (!asked) return;
    const body = { removalId: asked.removalId, userIds: asked.users.map(({ id }) => id), sendEmail };
    takeOut.mutate(body, {
      onSuccess: (removal) => {
        close();
        const { userIds, told } = removal;
        const done = t('TakeOut.Done', { count: userIds.length, cohort: cohort.title });
        const text = told ? `${done} ${t('Exam.Told', { count: told })}` : done;
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
            <TellThem
              count={mailed}
              leaving={count}
              checked={sendEmail}
              onChange={choose}
              isAsked={asked !== null}
              mail={mail}
            />
          </div>,
        ]}
        busyLabel={t('Unenrol.Busy')}
        onConfirm={confirm}
        onClose={close}
      />
    </>
  );
}
