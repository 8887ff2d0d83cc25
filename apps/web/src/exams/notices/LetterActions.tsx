import { languages } from '@guichet/contract/core/language';
import { type Reminder, readReminder, resumeLetter } from '@guichet/contract/exams/notices.reminders';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { query } from '../../core/call/query.ts';
import { useCall } from '../../core/call/useCall.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { AskCall } from '../../core/parts/asking/AskCall.tsx';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { MailSection, ReadMail } from '../../core/parts/mails/ReadMails.tsx';
import { useSayLeaving } from '../../mail/outbox/outbox.api.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';
import { useSubject } from './LetterWords.tsx';
import { useReloadTimeLine } from './useReloadTimeLine.ts';

export interface LetterActionsProps {
  systemId: number;
  examId: number;
  reminderId: number;
  letter: NonNullable<Reminder['letter']>;
  when: string;
  /** The button that stops the letter, where it can be. */
  children: ReactNode;
}

/** Reads a letter again, and sends it to those of its people who did not get it, after a question. */
export function LetterActions(props: LetterActionsProps) {
  const { systemId, examId, reminderId, letter, when, children } = props;
  const t = useT();
  const language = useLanguage();
  const sayLeaving = useSayLeaving();
  const subject = useSubject(letter);
  const [isReading, setReading] = useState(false);
  const [requestId, setRequestId] = useState<string | null>(null);
  const params = { systemId, examId, reminderId };
  const mails = useQuery({ ...query(readReminder, { params }), enabled: isReading });
  const count = letter.missing;

  return (
    <RowActions label={t('List.ActionsOf', { name: when })}>
      {children}
      <Button size="sm" aria-label={t('Letter.Read.Of', { when })} onClick={() => setReading(true)}>
        {t('Letter.Read')}
      </Button>
      {count > 0 && (
        <Button
          size="sm"
          aria-label={t('Letter.Resume.Of', { count, when })}
          onClick={() => setRequestId(crypto.randomUUID())}
        >
          {t('Letter.Resume', { count })}
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
        title={t('Letter.Resume.Title')}
        messages={[t('Letter.Resume.Question', { count, subject })]}
        tone="primary"
        input={{ params, body: { requestId: requestId ?? '' } }}
        done={(sent) => ({ tone: 'success', text: sayLeaving(sent, t('Letter.Sent', { count: sent })) })}
        onClose={() => setRequestId(null)}
      />
    </RowActions>
  );
}
