import { type Language, languages } from '@guichet/contract/core/language';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { query, useQuery } from '../../../core/call/query.ts';
import { useLanguage } from '../../../core/i18n/useT.ts';
import { holderOptions } from '../search/search.api.ts';

/** The language in which an account gets its mails; both when the reader may not see the account. */
export function useAccountLanguages(email: string, enabled: boolean): readonly Language[] {
  const language = useLanguage();
  const holder = useQuery({ ...holderOptions(email), enabled }).data;
  const info = useQuery({
    ...query(getUserInfo, { body: { id: holder?.id ?? 0 }, language }),
    enabled: enabled && !!holder,
  });
  if (!enabled || holder === undefined) return [];
  if (holder === null || info.isError) return languages;
  if (!info.data) return [];
  return info.data.language ? [info.data.language] : languages;
}
