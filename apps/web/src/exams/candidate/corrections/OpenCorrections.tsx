import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../core/i18n/useT.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { correctionsOptions } from '../candidate.api.ts';

/** The number of corrections that wait for an answer in the reader's systems; renders nothing for 0. */
export function OpenCorrections() {
  const t = useT();
  const { data = [] } = useQuery(correctionsOptions(false));
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
