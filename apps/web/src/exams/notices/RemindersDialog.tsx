import { type Language, languages } from '@guichet/contract/core/language';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { getTimeLine } from '@guichet/contract/exams/notices.reminders';
import type { ReactNode } from 'react';
import { pollWhile, query } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { LoadedDialog } from '../../core/parts/dialogs/LoadedDialog.tsx';
import { isExamOver } from '../../core/parts/mails/isExamOver.ts';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import type { SayLeaving } from './LetterEntry.tsx';
import { PlanReminder } from './PlanReminder.tsx';
import { ReminderNow } from './ReminderNow.tsx';
import { TimeLineTable } from './TimeLineTable.tsx';

export interface RemindersDialogProps {
  systemId: number;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date'> | null;
  /** The page that edits the reminder's text; '' when that page itself shows. */
  configuration: string;
  /** Warns of what the reminder lacks for readers of the given languages. */
  missingFacts: (examId: number, readers: readonly Language[]) => ReactNode;
  /** The preview of the reminder for readers of the given languages, as it would be sent now. */
  mails: (examId: number, readers: readonly Language[]) => ReactNode;
  sayLeaving: SayLeaving;
  onClose: () => void;
}

/** The sent and planned mails about an exam, the people whom a reminder would reach, and a form for one. */
export function RemindersDialog(props: RemindersDialogProps) {
  const { systemId, exam, missingFacts, sayLeaving } = props;
  const t = useT();
  const shown = useLastGiven(exam);
  const { id = 0, title = '' } = shown ?? {};
  return (
    <LoadedDialog
      open={exam !== null}
      onClose={props.onClose}
      title={t('Reminder.Title', { title })}
      size="lg"
      query={{
        ...query(getTimeLine, { params: { systemId, examId: id } }),
        refetchInterval: pollWhile(({ reminders }) => reminders.some(({ leaving }) => leaving > 0)),
      }}
    >
      {(found) =>
        shown && (
          <div className="flex flex-col gap-7">
            <ReminderNow
              systemId={systemId}
              exam={shown}
              timeLine={found}
              configuration={props.configuration}
              sayLeaving={sayLeaving}
              mails={(readers) => (
                <>
                  {missingFacts(id, readers)}
                  {props.mails(id, readers)}
                </>
              )}
            />
            {!isExamOver({ date: shown.date, endTime: found.endTime, lastDay: found.endDate }) &&
              missingFacts(id, languages)}
            <PlanReminder systemId={systemId} exam={shown} endTime={found.endDate ? '' : found.endTime} />
            <TimeLineTable
              systemId={systemId}
              examId={id}
              examDate={shown.date}
              timeLine={found}
              sayLeaving={sayLeaving}
            />
          </div>
        )
      }
    </LoadedDialog>
  );
}
