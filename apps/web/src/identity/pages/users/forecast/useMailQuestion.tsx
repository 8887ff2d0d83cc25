import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useT } from '../../../../core/i18n/useT.ts';
import { Question } from '../../../../core/parts/asking/Question.tsx';
import { examFormHref } from '../../../../exams/exam/examHrefs.ts';
import { CompleteExam, forecastOptions } from './MailForecastNotice.tsx';
import { type ForecastMail, useForecastWords } from './useForecastWords.ts';

/**
 * Asks before a mail leaves that its readers could not use, then goes on; goes on at once where nothing is wrong. Resolves when
 * the question stands there, or the work has gone on.
 */
export type AskAboutMail = (mail: ForecastMail, goOn: () => void) => Promise<void>;

interface Asked {
  readonly sentences: readonly string[];
  /** The form in which what is missing can be completed; null where a step before has led there. */
  readonly href: string | null;
  readonly goOn: () => void;
}

/** The question, and the dialog that asks it. */
export function useMailQuestion(): [AskAboutMail, ReactNode] {
  const t = useT();
  const client = useQueryClient();
  const wordsOf = useForecastWords();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isAsking = useRef(false);

  async function ask(mail: ForecastMail, goOn: () => void) {
    // The second click of a double one asks nothing more.
    if (isAsking.current) return;
    isAsking.current = true;
    // Where the server cannot be asked, the call itself says so.
    const data = await client.fetchQuery(forecastOptions(mail)).catch(() => null);
    isAsking.current = false;
    const { wrong, missing } = data ? wordsOf(data, mail) : { wrong: [], missing: [] };
    const asked = mail.asksOfMissing ? [...wrong, ...missing] : wrong;
    if (asked.length === 0) return goOn();
    const { systemId, examId } = mail;
    const href = mail.asksOfMissing && missing.length > 0 ? examFormHref(systemId, examId) : null;
    setAsked({ sentences: [...wrong, ...missing, ...(mail.also ?? [])], href, goOn });
    setOpen(true);
  }

  return [
    ask,
    <Question
      key="question"
      open={isOpen}
      title={t('MailForecast.Ask')}
      confirmLabel={t('MailForecast.Ask.Yes')}
      cancelLabel={t('MailForecast.Ask.No')}
      onConfirm={() => {
        setOpen(false);
        asked?.goOn();
      }}
      onClose={() => setOpen(false)}
    >
      {asked?.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {asked?.href && <CompleteExam href={asked.href} />}
    </Question>,
  ];
}
