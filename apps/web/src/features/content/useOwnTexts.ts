import { interfaceLabels } from '@guichet/contract/content';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Texts } from '../../platform/i18n/translate.ts';
import { useLanguage } from '../../platform/i18n/useT.ts';
import { contentOptions } from './content.api.ts';

/** Texts of the interface that a system has worded itself (S1.4), in the current language; an empty one counts as none. */
export function useOwnTexts(systemId: number, isAdmin: boolean): Texts {
  const language = useLanguage();
  // Only administrators may read all content, and only they see the pages where these texts stand.
  const { data } = useQuery({ ...contentOptions(systemId), enabled: isAdmin });
  return useMemo(() => {
    const own = (data ?? []).filter(
      ({ label, languageId, content }) =>
        languageId === language && content !== '' && interfaceLabels.some((name) => name === label),
    );
    return Object.fromEntries(own.map(({ label, content }) => [label, content]));
  }, [data, language]);
}
