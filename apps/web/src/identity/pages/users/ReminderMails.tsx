import type { Language } from '@guichet/contract/core/language';
import { languageSent } from '@guichet/contract/mail/messages.gaps';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { MailSection, ReadMail, ReadMails } from '../../../core/parts/mails/ReadMails.tsx';
import { previewOptions } from '../../../exams/notices/previewOptions.ts';
import { messageOptions } from '../../../mail/messages/messages.api.ts';

export interface ReminderMailsProps {
  systemId: number;
  examId: number;
  /** The languages of the people who get the reminder. */
  readers: readonly Language[];
}

/** The reminder as it would be sent now, for readers of each language, behind a button. */
export function ReminderMails({ readers, ...of }: ReminderMailsProps) {
  return (
    <ReadMails>
      {readers.map((reader) => (
        <MailSection key={reader} reader={reader}>
          <ReminderMail {...of} reader={reader} />
        </MailSection>
      ))}
    </ReadMails>
  );
}

interface ReminderMailProps extends Omit<ReminderMailsProps, 'readers'> {
  reader: Language;
}

function ReminderMail({ systemId, examId, reader }: ReminderMailProps) {
  const optionsOf = (language: Language) => messageOptions(systemId, { kind: 'reminder', examId }, language);
  const [{ data: fr }, { data: en }] = useQueries({ queries: [optionsOf('fr'), optionsOf('en')] });
  const saved = fr && en && { fr, en };
  // A reader whose language has no text gets the other language.
  const language = (saved && languageSent(saved, reader)) ?? reader;
  const text = saved?.[language];
  const preview = useQuery({
    ...previewOptions(systemId, 'reminder', language, text ?? noText, examId),
    enabled: text !== undefined,
  });
  return (
    <Loaded query={preview} lines={6}>
      {(mail) => <ReadMail mail={mail} reader={reader} language={language} />}
    </Loaded>
  );
}

const noText = { subject: '', body: '', preheader: '' };
