import { listCorrections } from '@guichet/contract/exams/candidate.corrections';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** The number of corrections that wait for an answer in the reader's systems; renders nothing for 0. */
export function OpenCorrections() {
  const t = useT();
  const { data = [] } = useQuery(query(listCorrections, { query: { isAnswered: false } }));
  if (data.length === 0) return null;
  return (
    <Notice
      title={t('Corrections.Waiting', { count: data.length })}
      action={
        <ButtonLink href="/corrections" size="sm">
          {t('Corrections.Answer.All')}
        </ButtonLink>
      }
    />
  );
}
