import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { languages } from '@guichet/contract/core/language';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { takeOutCandidates } from '@guichet/contract/exams/places.removals';
import type { ListedUser } from '@guichet/contract/identity/users';
import { useState } from 'react';
import { useCall } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { AskAndTell } from '../../../core/parts/mails/AskAndTell.tsx';
import { isExamOver } from '../../../core/parts/mails/isExamOver.ts';
import {
  type TellThemProps,
  useNotice,
  useRemovalOffer,
  useSayTold,
} from '../../../core/parts/mails/TellThem.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { UserMinusIcon } from '../../../ui/icons/moreIcons.tsx';
import { type Removed, useSayNames } from './useRemovalToast.ts';

export interface TakeOutButtonProps {
  systemId: number;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date' | 'endTime' | 'lastDay'>;
  users: readonly ListedUser[];
  disabled: boolean;
  onRemoved: (removed: Removed) => void;
}

export interface TakeOutProps extends TakeOutButtonProps {
  /** Renders the preview of the mail that tells candidates of the removal. */
  mail: TellThemProps['mail'];
}

/** Takes the selected candidates out after a question; offers to tell those who knew of the exam. */
export function TakeOutButton({ systemId, exam, users, disabled, mail, onRemoved }: TakeOutProps) {
  const t = useT();
  const sayNames = useSayNames();
  const sayTold = useSayTold();
  const removalOffer = useRemovalOffer();
  const takeOut = useCall(takeOutCandidates);
  // The people of the question, while the list behind it changes; `removalId` makes a retry idempotent.
  const [asked, ask] = useState<{ removalId: string; users: readonly ListedUser[] } | null>(null);
  const about = useLastGiven(asked)?.users ?? [];
  const count = about.length;
  const marked = about.filter(({ isAttested }) => isAttested).length;
  const toTell = isExamOver(exam) ? [] : about.filter(({ isMailed }) => isMailed);
  const mailed = toTell.length;
  const readers = languages.filter((one) => toTell.some(({ language }) => language === one));
  // Candidates who were told of the exam should hear of the removal as well.
  const notice = useNotice({ mayTell: true, byDefault: mailed > 0 });

  function close() {
    notice.reset();
    ask(null);
  }

  function confirm() {
    if (!asked) return;
    const { removalId } = asked;
    const userIds = asked.users.map(({ id }) => id);
    const body = { removalId, userIds, ...notice.body };
    const onSuccess = (removal: ReplyOf<typeof takeOutCandidates>) => {
      close();
      const done = t('TakeOut.Done', { count: removal.userIds.length, exam: exam.title });
      onRemoved({ ...asked, removal, text: sayTold(done, removal.told || undefined) });
    };
    takeOut.mutate({ params: { systemId, examId: exam.id }, body }, { onSuccess });
  }

  return (
    <>
      <SmallButton
        icon={UserMinusIcon}
        disabled={disabled}
        onClick={() => ask({ removalId: crypto.randomUUID(), users })}
      >
        {t('TakeOut.Action')}
      </SmallButton>
      <AskAndTell
        call={takeOut}
        open={asked !== null}
        title={t('TakeOut.Title', { count, names: sayNames(about) })}
        notice={notice}
        tell={mailed > 0 ? { ...removalOffer({ count: mailed, leaving: count }), readers, mail } : null}
        busyLabel={t('Unenrol.Busy')}
        onConfirm={confirm}
        onClose={close}
      >
        <p className="wrap-anywhere">
          {t('TakeOut.Question', { count, exam: exam.title, names: sayNames(about) })}
        </p>
        {marked > 0 && <p>{t('TakeOut.Marked', { count: marked })}</p>}
        <p className="text-muted">{t('TakeOut.Consequences')}</p>
      </AskAndTell>
    </>
  );
}
