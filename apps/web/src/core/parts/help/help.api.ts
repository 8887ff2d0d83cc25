import type { Language } from '@guichet/contract/core/language';
import { queryOptions } from '@tanstack/react-query';
import type { HelpPages } from './topics.ts';

/** All help pages in one language, in a script of their own. */
export function helpOptions(language: Language) {
  return queryOptions({
    queryKey: ['help', language],
    queryFn: async (): Promise<HelpPages> =>
      (await (language === 'fr' ? import('./help.fr.json') : import('./help.en.json'))).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
