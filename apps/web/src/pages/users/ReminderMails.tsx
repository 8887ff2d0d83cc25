import type { Language } from '@guichet/contract/core/language';
import { languageSent } from '@guichet/contract/messages.gaps';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOptions, previewOptions } from '../../features/messages/messages.api.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/states/Loaded.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { ForeignHtmlFrame } from '../../ui/html/ForeignHtmlFrame.tsx';

export interface ReminderMailsProps {
  systemId: number;
  cohortId: number;
  /** The languages of those who get it. */
  readers: readonly Language[];
}

/** The reminder as it would go out now, for the readers of each language, behind a button. */
export function ReminderMails({ systemId, cohortId, readers }: ReminderMailsProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('NoticeMails.Read')}
      </Button>
      {isOpen && (
        <div className="flex w-full flex-col gap-4">
          {readers.map((reader) => (
            <ReminderMail key={reader} systemId={systemId} cohortId={cohortId} reader={reader} />
          ))}
        </div>
      )}
    </div>
  );
}

function ReminderMail({
  systemId,
  cohortId,
  reader,
}: Omit<ReminderMailsProps, 'readers'> & { reader: Language }) {
  const t = useT();
  const optionsOf = (language: Language) => messageOptions(systemId, 'reminder', language);
  const [{ data: fr }, { data: en }] = useQueries({ queries: [optionsOf('fr'), optionsOf('en')] });
  const saved = fr && en && { fr, en };
  // Without a text in her language she gets the other one.
  const language = (saved && languageSent(saved, reader)) ?? reader;
  const text = saved?.[language];
  const preview = useQuery({
    ...previewOptions(systemId, 'reminder', language, text ?? noText, cohortId),
    enabled: text !== undefined,
  });
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-muted text-sm">{t(`Message.Preview.${reader}`)}</h3>
      <Loaded query={preview} lines={6}>
        {(mail) => (
          <>
            <p lang={language} className="font-medium text-ink">
              {mail.subject}
            </p>
            <ForeignHtmlFrame title={t(`Message.Preview.${reader}`)} html={mail.html} lang={language} />
          </>
        )}
      </Loaded>
    </section>
  );
}

const noText = { subject: '', body: '', preheader: '' };
