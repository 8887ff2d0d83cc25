import type { Language } from '@guichet/contract/core/language';
import { useQuery } from '@tanstack/react-query';
import { getTexts } from './languageStore.ts';
import { translate } from './translate.ts';
import type { T } from './useT.ts';

/** Texts of a language other than the page's, for another person; `t` once they have loaded. */
export function useOtherTexts(language: Language) {
  const texts = useQuery({
    queryKey: ['texts', language],
    queryFn: () => getTexts(language),
    staleTime: Infinity,
  });
  const t: T = (key, params) => translate(texts.data ?? {}, language, key, params);
  return { ...texts, t };
}
