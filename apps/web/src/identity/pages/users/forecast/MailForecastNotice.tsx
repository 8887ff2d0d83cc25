import { forecastMail, type MailForecast } from '@guichet/contract/exams/notices.invitations';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { RetryButton } from '../../../../core/lists/states/Loaded.tsx';
import { examFormHref } from '../../../../exams/exam/examHrefs.ts';
import { SmallLink } from '../../../../ui/buttons/SmallButton.tsx';
import { ExternalIcon } from '../../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { type ForecastMail, useForecastWords } from './useForecastWords.ts';

export interface MailForecastNoticeProps extends ForecastMail {
  /** The exam's title, when several exams are shown. */
  title?: string | false;
  /** Whether to link to the form of the exam, and to say what only its editors can translate. */
  mayEdit?: boolean;
}

/** Warns of what a mail lacks for its readers, or that this is unknown; links to the exam's form. */
export function MailForecastNotice(props: MailForecastNoticeProps) {
  const { title, mayEdit = true, ...mail } = props;
  const { systemId, examId, readers } = mail;
  const t = useT();
  const wordsOf = useForecastWords();
  const forecast = useQuery(forecastOptions(mail));
  const { data, isError } = forecast;
  if (isError && !data && readers.length > 0)
    return (
      <Notice tone="warning" {...(title && { title })} action={<RetryButton query={forecast} />}>
        {t('MailForecast.Unknown')}
      </Notice>
    );
  if (!data) return null;
  const { wrong, missing } = wordsOf(mayEdit ? data : withoutTranslated(data), mail);
  const sentences = [...wrong, ...missing];
  if (sentences.length === 0) return null;
  return (
    <Notice
      tone="warning"
      {...(title && { title })}
      action={mayEdit && <CompleteExam href={examFormHref(systemId, examId)} />}
    >
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

/** The forecast without the facts that stand in the other language. */
function withoutTranslated({ fr, en, ...rest }: MailForecast): MailForecast {
  const inOtherLanguage: [] = [];
  return { ...rest, fr: { ...fr, inOtherLanguage }, en: { ...en, inOtherLanguage } };
}

/** Opens the form of an exam in another tab, so that what is under way stays. */
export function CompleteExam({ href }: { href: string }) {
  const t = useT();
  return (
    <SmallLink href={href} target="_blank" rel="noopener" iconEnd={ExternalIcon}>
      {t('MailForecast.Edit')}
    </SmallLink>
  );
}

/** Always asked again: exam and text may have been completed in another tab. */
export function forecastOptions({ kind = 'invitation', systemId, examId }: ForecastMail) {
  return { ...query(forecastMail, { params: { systemId, examId }, query: { kind } }), staleTime: 0 };
}
