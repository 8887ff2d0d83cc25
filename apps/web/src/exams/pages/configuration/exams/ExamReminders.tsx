import type { Language } from '@guichet/contract/core/language';
import { MailForecastNotice } from '../../../../identity/pages/users/forecast/MailForecastNotice.tsx';
import { MessageMails } from '../../../../identity/pages/users/MessageMails.tsx';
import { useSayLeaving } from '../../../../mail/outbox/outbox.api.ts';
import { MissingContact } from '../../../../systems/system/contacts/MissingContact.tsx';
import { RemindersDialog, type RemindersDialogProps } from '../../../notices/RemindersDialog.tsx';

/** The reminders of an exam, with what the text lacks for its readers and the mails as they would be sent now. */
export function ExamReminders(props: Omit<RemindersDialogProps, 'sayLeaving' | 'missingFacts' | 'mails'>) {
  const sayLeaving = useSayLeaving();
  const of = (examId: number, readers: readonly Language[]) =>
    ({ kind: 'reminder', systemId: props.systemId, examId, readers }) as const;
  return (
    <RemindersDialog
      {...props}
      sayLeaving={sayLeaving}
      missingFacts={(examId, readers) => (
        <>
          <MissingContact systemId={props.systemId} />
          <MailForecastNotice {...of(examId, readers)} />
        </>
      )}
      mails={(examId, readers) => <MessageMails {...of(examId, readers)} />}
    />
  );
}
