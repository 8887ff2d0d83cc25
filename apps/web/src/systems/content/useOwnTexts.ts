import { interfaceLabels, listContent } from '@guichet/contract/systems/content';
import { useMemo } from 'react';
import { query, useQuery } from '../../core/call/query.ts';
import type { Texts } from '../../core/i18n/translate.ts';
import { useLanguage } from '../../core/i18n/useT.ts';

/** Interface texts that a system has overridden (S1.4), in the current language; empty texts do not count. */
export function useOwnTexts(systemId: number, isAdmin: boolean): Texts {
  const language = useLanguage();
  // Only administrators may read all content, and only administrators see the pages that use these texts.
  const { data } = useQuery({ ...query(listContent, { params: { systemId } }), enabled: isAdmin });
  return useMemo(() => {
    const own = (data ?? []).filter(
      ({ label, languageId, content }) =>
        languageId === language && content !== '' && interfaceLabels.some((name) => name === label),
    );
    return Object.fromEntries(own.map(({ label, content }) => [label, content]));
  }, [data, language]);
}
