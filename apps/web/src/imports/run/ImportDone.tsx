import type { ListedExam } from '@guichet/contract/exams/exams.list';
import { useId } from 'react';
import { useFocusIfLost } from '../../core/forms/useFocusIfLost.ts';
import { useTexts } from '../../core/i18n/formats.ts';
import { useTextsOfSystem } from '../../core/i18n/SystemTexts.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { CalendarIcon, CheckIcon, MailIcon, UsersIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import type { Foreseen } from '../imports.api.ts';
import { LinesAside } from '../preview/LinesAside.tsx';
import { OtherExamsNote, TurnedAwayNote } from '../preview/PeopleNotes.tsx';

export interface ImportDoneProps {
  count: number;
  foreseen: Foreseen | null;
  /** The exam of the import; null when another exam was chosen meanwhile. */
  exam: Pick<ListedExam, 'title' | 'date'> | null;
  examHref: string;
  /** Null when no mails were requested. */
  mailsHref: string | null;
  /** The day, `yyyy-mm-dd`, and hour, `HH:MM`, of the mails in the university's zone; null for at once. */
  mailsAt: { readonly day: string; readonly time: string } | null;
  /** Whether no mail server is set, so that the requested mails do not leave. */
  isFiled: boolean;
  candidatesHref: string;
  onAgain: () => void;
}

/** S8.10: the number of imported candidates, and links onwards. */
export function ImportDone(props: ImportDoneProps) {
  const { count, foreseen, exam, examHref, mailsHref, mailsAt, isFiled, candidatesHref, onAgain } = props;
  const { t, longDay, hour } = useTexts();
  // A text of the system's administrators has no plural forms.
  const { own } = useTextsOfSystem();
  const region = useFocusIfLost<HTMLDivElement>();
  const id = useId();

  const { corrected = 0, awaited = 0, takenOut = 0, notices = 0 } = foreseen?.changed ?? {};
  const { setAside = [], otherExams = [], turnedAway } = foreseen ?? {};
  const ofOthers = [
    corrected > 0 && t('Import.Done.Corrected', { count: corrected }),
    awaited > 0 && t('Import.Done.Awaited', { count: awaited }),
    takenOut > 0 && t('Import.Done.TakenOut', { count: takenOut }),
    notices > 0 && !isFiled && t('Exam.Told', { count: notices }),
  ].filter((text) => text !== false);

  function ofMails() {
    if (count === 0 && ofOthers.length > 0) return isFiled && notices > 0 ? t('Import.Done.Filed') : '';
    if (count === 0) return t('Import.Done.NoneNew');
    if (!mailsHref) return notices > 0 ? '' : t('Import.Done.NoMails');
    if (isFiled) return t('Import.Done.Filed');
    return mailsAt
      ? t('Import.Done.MailsAt', { day: longDay(mailsAt.day.trim()), time: hour(mailsAt.time) })
      : t('Import.Done.Mails');
  }

  return (
    <Card>
      <div
        ref={region}
        tabIndex={-1}
        role="status"
        // The text is there from the beginning, so that it is read only once, as the name of the focused
        // element.
        aria-labelledby={id}
        aria-describedby={`${id}-exam ${id}-next`}
        className="flex flex-col items-center gap-3 py-6 text-center outline-none"
      >
        <span className="grid size-14 place-items-center rounded-t-full rounded-b-md bg-success-soft text-success-ink">
          <CheckIcon size={28} />
        </span>
        <p id={id} className="max-w-prose font-serif text-ink text-xl">
          {t('Import.Success', { 0: count, ...(own['Import.Success'] === undefined && { count }) })}
        </p>
        {exam && (
          <p id={`${id}-exam`} className="wrap-anywhere max-w-prose font-medium text-ink">
            {t('Import.Submit.Exam', { title: exam.title, day: longDay(exam.date) })}
          </p>
        )}
        <p id={`${id}-next`} className="max-w-prose text-muted">
          {[...ofOthers, ofMails()].join(' ')}
        </p>
        {setAside.length > 0 && (
          <div className="text-start">
            <Notice tone="warning" title={t('Import.Done.SetAside', { count: setAside.length })}>
              <LinesAside lines={setAside} />
              <p className="mt-2">{t('Import.Done.SetAside.Next', { count: setAside.length })}</p>
            </Notice>
          </div>
        )}
        {turnedAway && (
          <div className="text-start empty:hidden">
            <TurnedAwayNote {...turnedAway} isTold={mailsHref !== null && !isFiled} />
          </div>
        )}
        <div className="text-start empty:hidden">
          <OtherExamsNote exams={otherExams} />
        </div>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <ButtonLink variant="primary" icon={UsersIcon} href={candidatesHref}>
            {t('Exam.ViewCandidates')}
          </ButtonLink>
          {exam && (
            <ButtonLink icon={CalendarIcon} href={examHref}>
              {t('Exam.OpenPage')}
            </ButtonLink>
          )}
          {mailsHref && count + notices > 0 && (
            <ButtonLink icon={MailIcon} href={mailsHref}>
              {t('Import.FollowMails')}
            </ButtonLink>
          )}
          <Button variant="quiet" onClick={onAgain}>
            {t('Import.Again')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
