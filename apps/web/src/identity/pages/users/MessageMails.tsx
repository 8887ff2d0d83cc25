import type { Language } from '@guichet/contract/core/language';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { languageSent } from '@guichet/contract/mail/messages.gaps';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { MailSection, ReadMail, ReadMails } from '../../../core/parts/mails/ReadMails.tsx';
import { previewOptions } from '../../../exams/notices/previewOptions.ts';
import { messageOptions } from '../../../mail/messages/messages.api.ts';

interface SavedMessage {
  kind: MessageKind;
  systemId: number;
  examId: number;
}

export interface MessageMailsProps extends SavedMessage {
  /** The languages of the people who get the mail. */
  readers: readonly Language[];
}

/** The saved invitation or reminder as it would be sent now, for readers of each language, behind a button. */
export function MessageMails({ readers, ...of }: MessageMailsProps) {
  return (
    <ReadMails>
      {readers.map((reader) => (
        <MailSection key={reader} reader={reader}>
          <MessageMail {...of} reader={reader} />
        </MailSection>
      ))}
    </ReadMails>
  );
}

function MessageMail({ reader, ...of }: SavedMessage & { reader: Language }) {
  const { language, preview } = useSavedMail(of, reader);
  return (
    <Loaded query={preview} lines={6}>
      {(mail) => <ReadMail mail={mail} reader={reader} language={language} />}
    </Loaded>
  );
}

/** The saved text as rendered for readers of a language, and its own language. */
export function useSavedMail({ kind, systemId, examId }: SavedMessage, reader: Language) {
  const optionsOf = (language: Language) => messageOptions(systemId, { kind, examId }, language);
  const [{ data: fr }, { data: en }] = useQueries({ queries: [optionsOf('fr'), optionsOf('en')] });
  const saved = fr && en && { fr, en };
  // A reader whose language has no text gets the other language.
  const language = (saved && languageSent(saved, reader)) ?? reader;
  const text = saved?.[language];
  const preview = useQuery({
    ...previewOptions(systemId, kind, language, text ?? noText, examId),
    enabled: text !== undefined,
  });
  return { language, preview };
}

const noText = { subject: '', body: '', preheader: '' };
