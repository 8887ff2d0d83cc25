import { type Language, languages } from '@guichet/contract/core/language';
import { findMissingFacts } from '@guichet/contract/exams/notices.invitations';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/call/query.ts';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { examFormHref } from '../../../exams/exam/examHrefs.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { ExternalIcon } from '../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

export interface MissingFactsProps {
  kind?: MessageKind;
  systemId: number;
  examId: number;
  /** The exam's title, when several exams are shown. */
  title?: string | false;
  /** The languages of the people who would get the mail. */
  readers: readonly Language[];
  /** Whether to link to the form of the exam. */
  mayEdit?: boolean;
}

/**
 * Warns that a mail mentions facts which the exam does not have yet, or that this could not be checked; links
 * to the exam's form.
 */
export function MissingFacts(props: MissingFactsProps) {
  const { kind = 'invitation', systemId, examId, title, readers, mayEdit = true } = props;
  const t = useT();
  const { list } = useFormats();
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(findMissingFacts, { params: { systemId, examId }, query: { kind } }),
    // Always asked again: exam and text may have been completed in another tab.
    staleTime: 0,
  });
  const concerned = data ? readers.filter((reader) => data[reader].length > 0) : [];
  const [first] = concerned;
  if (isError && !data && readers.length > 0)
    return (
      <Notice
        tone="warning"
        {...(title && { title })}
        action={
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            {t('Failure.Retry')}
          </Button>
        }
      >
        {t('MissingFacts.Unknown')}
      </Notice>
    );
  if (!data || !first) return null;
  const isSame = data.fr.join() === data.en.join();
  const sentenceOf = (reader: Language) => {
    const facts = list(data[reader].map((fact) => t(`MissingFacts.${fact}`)));
    return t(`MissingFacts.${kind}.${isSame ? 'both' : reader}`, { facts });
  };
  return (
    <Notice
      tone="warning"
      {...(title && { title })}
      action={
        mayEdit && (
          <ButtonLink
            size="sm"
            href={examFormHref(systemId, examId)}
            target="_blank"
            rel="noopener"
            iconEnd={ExternalIcon}
          >
            {t('MissingFacts.Edit')}
          </ButtonLink>
        )
      }
    >
      {(isSame ? [first] : concerned).map((reader) => (
        <p key={reader}>{sentenceOf(reader)}</p>
      ))}
    </Notice>
  );
}

type ReminderFactsProps = Pick<MissingFactsProps, 'systemId' | 'examId'>;

/** The same warning for the reminder, in all languages. */
export function ReminderFacts(props: ReminderFactsProps) {
  return <MissingFacts kind="reminder" readers={languages} {...props} />;
}
