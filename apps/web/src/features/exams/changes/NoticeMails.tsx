import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { type Language, languages } from '@guichet/contract/core/language';
import type { NoticeKind, previewNotice } from '@guichet/contract/exams';
import type { NoticeNotes } from '@guichet/contract/exams.notes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import { Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { useDebounced } from '../../../platform/timing/useDebounced.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ForeignHtmlFrame } from '../../../ui/html/ForeignHtmlFrame.tsx';
import { noticeOptions } from '../exams.api.ts';

export interface NoticeMailsProps {
  systemId: number;
  cohortId: number;
  kind: NoticeKind;
  /** What the sender adds. */
  notes?: NoticeNotes;
}

const none: NoticeNotes = {};
/** One request for each pause in typing. */
const pauseMs = 400;

/** The mail that tells candidates of something, in both languages, behind a button. */
export function NoticeMails({ systemId, cohortId, kind, notes = none }: NoticeMailsProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const mails = useQuery({
    ...noticeOptions(systemId, cohortId, kind, useDebounced(notes, pauseMs)),
    enabled: isOpen,
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('NoticeMails.Read')}
      </Button>
      {isOpen && (
        <div className="flex w-full flex-col gap-4">
          <Loaded query={mails} lines={6}>
            {(preview) =>
              languages.map((language) => (
                <section key={language} className="flex flex-col gap-1.5">
                  <h3 className="text-muted text-sm">{t(`Message.Preview.${language}`)}</h3>
                  <NoticeMail language={language} mail={preview[language]} />
                </section>
              ))
            }
          </Loaded>
        </div>
      )}
    </div>
  );
}

interface NoticeMailProps {
  language: Language;
  mail: ReplyOf<typeof previewNotice>[Language];
}

function NoticeMail({ language, mail }: NoticeMailProps) {
  const t = useT();
  if (!mail) return <p className="text-ink">{t(`NoticeMails.Unchanged.${language}`)}</p>;
  return (
    <>
      <p lang={language} className="font-medium text-ink">
        {mail.subject}
      </p>
      <ForeignHtmlFrame title={t(`Message.Preview.${language}`)} html={mail.html} lang={language} />
    </>
  );
}
