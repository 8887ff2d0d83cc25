import { useQuery } from '@tanstack/react-query';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { outgoingStatusOptions } from './outbox.api.ts';

/** Says that mails leave or have left, in these words; without a mail server, that the outbox keeps them. */
export function useSayLeaving(): (count: number, words: string) => string {
  const t = useT();
  const { data } = useQuery(outgoingStatusOptions(useLanguage()));
  return (count, words) => (data?.isFiled && count > 0 ? t('Outgoing.Kept', { count }) : words);
}
