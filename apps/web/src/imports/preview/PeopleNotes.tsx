import { hoursInWords } from '@guichet/contract/core/inWords';
import { titleIn } from '@guichet/contract/exams/exams.end';
import type { ListedExam } from '@guichet/contract/exams/exams.list';
import type { OtherExam } from '@guichet/contract/exams/places.clashes';
import type { FileReport, Preview } from '@guichet/contract/imports/imports';
import { timeOfDay, today, useT, useTexts } from '../../core/i18n/formats.ts';
import { isExamOver } from '../../core/parts/mails/isExamOver.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { NoticeList } from '../../ui/states/NoticeList.tsx';
import type { ReadingPatch } from '../draft.ts';
import { lineText } from '../lineText.ts';

/** Says that the exam has begun or is over: people on the list may come too late. */
export function BegunNote({ exam }: { exam: ListedExam }) {
  const { t, hour, longDay } = useTexts();
  const [day, time] = [today(new Date()), timeOfDay(new Date())];
  const { date, startTime } = exam;
  const isToday = date === day;
  if (date > day || (isToday && (startTime === '' || startTime > time))) return null;
  return (
    <Notice tone="warning">
      {isExamOver(exam)
        ? t('Letter.Over')
        : isToday
          ? t('Import.Preview.Begun', { hour: hour(startTime) })
          : t('Import.Preview.BegunOn', { day: longDay(date) })}
    </Notice>
  );
}

interface LeaversNoteProps {
  leavers: FileReport['leavers'];
  onChoice: (choice: ReadingPatch) => void;
}

const shownLeavers = 10;
const tones = { unanswered: 'warning', leaveOut: 'info', take: 'warning' } as const;

/** The people who have left by what the list says: a question, then the answer with the other choice. */
export function LeaversNote({ leavers, onChoice }: LeaversNoteProps) {
  const t = useT();
  if (!leavers) return null;
  const { count, answer, people } = leavers;
  const isOpen = answer === 'unanswered';
  return (
    <Notice
      tone={tones[answer]}
      {...(isOpen && { role: 'alert' as const })}
      title={t(`Import.Leavers.${answer}`, { count })}
      action={
        <div className="flex flex-wrap gap-2">
          {answer !== 'leaveOut' && (
            <Button
              variant={isOpen ? 'primary' : 'secondary'}
              onClick={() => onChoice({ leavers: 'leaveOut' })}
            >
              {t('Import.Leavers.LeaveOut')}
            </Button>
          )}
          {answer !== 'take' && (
            <Button onClick={() => onChoice({ leavers: 'take' })}>{t('Import.Leavers.Take')}</Button>
          )}
        </div>
      }
    >
      <NoticeList
        of={people}
        keyOf={lineText}
        shown={shownLeavers}
        more={t('Import.Leavers.ShowAll', { count: people.length - shownLeavers })}
      >
        {({ name, email, column, text, ...place }) => (
          <>
            <span className="font-semibold">{name || email}</span>{' '}
            {column === null
              ? t('Import.Leavers.Struck', { line: lineText(place) })
              : t('Import.Leavers.Says', { line: lineText(place), column, text })}
          </>
        )}
      </NoticeList>
      {count > people.length && <p>{t('Import.Leavers.Further', { count: count - people.length })}</p>}
    </Notice>
  );
}

const shownNumbers = 5;

/** Lines with the student number of another person in the system; they are imported by their own address. */
export function NumbersNote({ lines, samples }: Preview['numbersOfOthers']) {
  const t = useT();
  if (lines === 0) return null;
  return (
    <Notice tone="warning" title={t('Import.Numbers.Title', { count: lines })}>
      <NoticeList
        of={samples}
        keyOf={lineText}
        shown={shownNumbers}
        more={t('Import.Numbers.ShowMore', { count: samples.length - shownNumbers })}
      >
        {({ email, outcome, studentNumber: number, name, knownEmail: known, ...place }) => (
          <>
            {t('Import.Numbers.At', { line: lineText(place), email, number, name: name || known, known })}{' '}
            {t(`Import.Numbers.Then.${outcome}`)}
          </>
        )}
      </NoticeList>
      {lines > samples.length && (
        <p className="mt-1">{t('Import.Numbers.LeftOut', { count: lines - samples.length })}</p>
      )}
      <p className="mt-2">{t('Import.Numbers.Advice')}</p>
    </Notice>
  );
}

/** The other coming exams in which people of the list are; they are enrolled all the same. */
export function OtherExamsNote({ exams }: { exams: readonly OtherExam[] }) {
  const { t, language, list, longDay } = useTexts();
  if (exams.length === 0) return null;

  function textOf(exam: OtherExam) {
    const { title, date, people, names } = titleIn(language, exam);
    const when = [longDay(date), hoursInWords(exam, language)].filter(Boolean).join(', ');
    const key = people > names.length ? 'Import.OtherExams.AtMore' : 'Import.OtherExams.At';
    return t(key, { exam: t('Clash.Exam', { title, when }), count: people, names: list(names) });
  }

  return (
    <Notice title={t('Import.OtherExams.Title')}>
      {/* Two exams may have one title and one hour. */}
      <NoticeList of={exams} keyOf={(_exam, place) => place}>
        {textOf}
      </NoticeList>
      <p className="mt-2">{t('Import.OtherExams.Advice')}</p>
    </Notice>
  );
}

export interface TurnedAwayNoteProps extends NonNullable<Preview['turnedAway']> {
  /** Whether the import mails them that they are expected again. */
  isTold: boolean;
}

/** People of the list who were told not to come to the exam, and whether they learn that they are expected again. */
export function TurnedAwayNote({ people, names, isTold }: TurnedAwayNoteProps) {
  const { t, list } = useTexts();
  if (people === 0) return null;
  const some = people > names.length ? 'Import.TurnedAway.NamesMore' : 'Import.TurnedAway.Names';
  return (
    <Notice tone={isTold ? 'info' : 'warning'} title={t('Import.TurnedAway.Title', { count: people })}>
      <p className="wrap-anywhere">{t(some, { names: list(names) })}</p>
      <p className="mt-1">{t(`Import.TurnedAway.${isTold ? 'Told' : 'Untold'}`, { count: people })}</p>
    </Notice>
  );
}
