import { languages } from '@guichet/contract/core/language';
import { type Reminder, readReminder, resumeLetter } from '@guichet/contract/exams/notices.reminders';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { query } from '../../core/call/query.ts';
import { useCall } from '../../core/call/useCall.ts';
import { useFormats } from '../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { AskCall } from '../../core/parts/asking/AskCall.tsx';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { MailSection, ReadMail } from '../../core/parts/mails/ReadMails.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';
import { useReloadTimeLine } from './useReloadTimeLine.ts';

/** Says that mails leave, in these words; without a mail server, that the outbox keeps them. */
export type SayLeaving = (count: number, words: string) => string;

export interface LetterActionsProps {
  systemId: number;
  examId: number;
  reminderId: number;
  letter: NonNullable<Reminder['letter']>;
  when: string;
  /** Whether somebody has stopped it: it is then taken up again for the rest. */
  isStopped: boolean;
  sayLeaving: SayLeaving;
  /** The button that stops the letter, where it can be. */
  children: ReactNode;
}

/** Reads a letter again, and sends a letter to the people whom it has missed, after a question. */
export function LetterActions(props: LetterActionsProps) {
  const { systemId, examId, reminderId, letter, when, isStopped, sayLeaving, children } = props;
  const t = useT();
  const language = useLanguage();
  const { longDateTime } = useFormats();
  const subject = useSubject(letter);
  const [isReading, setReading] = useState(false);
  const [requestId, setRequestId] = useState<string | null>(null);
  const params = { systemId, examId, reminderId };
  const mails = useQuery({ ...query(readReminder, { params }), enabled: isReading });
  const count = letter.missing;
  const { plannedAt } = letter;
  const [isNow, setNow] = useState(false);
  const atItsHour = plannedAt !== null && !isNow;
  const planned = plannedAt && t('Letter.TakeUp.Planned', { subject, when: longDateTime(plannedAt) });
  const resume = isStopped ? 'Letter.TakeUp' : 'Letter.Resume';

  return (
    <RowActions label={t('List.ActionsOf', { name: when })}>
      {children}
      <Button size="sm" aria-label={t('Letter.Read.Of', { when })} onClick={() => setReading(true)}>
        {t('Letter.Read')}
      </Button>
      {count > 0 && (
        <Button
          size="sm"
          aria-label={t(`${resume}.Of`, { count, when })}
          onClick={() => {
            setNow(false);
            setRequestId(crypto.randomUUID());
          }}
        >
          {t(resume, { count })}
        </Button>
      )}
      <ClosableDialog
        open={isReading}
        onClose={() => setReading(false)}
        title={mails.data?.[language]?.subject ?? subject}
      >
        <Loaded query={mails} lines={6}>
          {(found) => (
            <div className="flex flex-col gap-4">
              {(language === 'fr' ? languages : languages.toReversed()).map((reader) => {
                const mail = found[reader];
                return (
                  mail && (
                    <MailSection key={reader} reader={reader}>
                      <ReadMail mail={mail} reader={reader} />
                    </MailSection>
                  )
                );
              })}
            </div>
          )}
        </Loaded>
      </ClosableDialog>
      <AskCall
        call={useCall(resumeLetter, { onSettled: useReloadTimeLine() })}
        open={requestId !== null}
        title={t(`${resume}.Title`)}
        messages={[
          <div key="question" className="flex flex-col gap-3">
            <p>{(atItsHour && planned) || t('Letter.Resume.Question', { count, subject })}</p>
            {planned && (
              <Checkbox
                label={t('Letter.TakeUp.Now')}
                checked={isNow}
                onChange={({ target }) => setNow(target.checked)}
              />
            )}
          </div>,
        ]}
        tone="primary"
        input={{ params, body: { requestId: requestId ?? '', ...(atItsHour && { atItsHour }) } }}
        done={(sent) => ({
          tone: 'success',
          text: (atItsHour && planned) || sayLeaving(sent, t('Letter.Sent', { count: sent })),
        })}
        onClose={() => setRequestId(null)}
      />
    </RowActions>
  );
}

type Subjects = Pick<NonNullable<Reminder['letter']>, 'subjectFr' | 'subjectEn'>;

/** The subject of a letter in the reader's language, or else in the other one. */
export function useSubject({ subjectFr, subjectEn }: Subjects): string {
  return useLanguage() === 'fr' ? subjectFr || subjectEn : subjectEn || subjectFr;
}

/** A letter in the list: its subject, author, people, attachment, and who was left out. */
export function LetterWords({ letter, name }: { letter: NonNullable<Reminder['letter']>; name: string }) {
  const t = useT();
  const subject = useSubject(letter);
  return (
    <span className="flex flex-col">
      <span>{t('TimeLine.Letter', { subject, name })}</span>
      <span className="text-muted text-sm">{t(`Letter.Audience.${letter.audience}.Note`)}</span>
      {letter.fileName && (
        <span className="wrap-anywhere text-muted text-sm">
          {t('Message.Attached', { name: letter.fileName })}
        </span>
      )}
      {letter.leftOut > 0 && (
        <span className="text-muted text-sm">{t('TimeLine.LeftOut', { count: letter.leftOut })}</span>
      )}
    </span>
  );
}
