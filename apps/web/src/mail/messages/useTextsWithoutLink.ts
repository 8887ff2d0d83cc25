import type { Language } from '@guichet/contract/core/language';
import { lacksPasswordLink, languageSent } from '@guichet/contract/mail/messages.gaps';
import { useQueries } from '@tanstack/react-query';
import { messageOptions } from './messages.api.ts';

/**
 * For the readers of a language, the language of the saved invitation of the system, or of this exam, that they would get, if it lacks the
 * link to a first password. Null if it has the link, or if no invitation would be sent. Undefined while the
 * texts load.
 */
export function useTextsWithoutLink(systemId: number, examId?: number, enabled = true) {
  // Always fetched again: the text may have been corrected in the tab that the warning opened.
  const optionsOf = (language: Language) => ({
    ...messageOptions(systemId, { kind: 'invitation', ...(examId && { examId }) }, language),
    enabled,
    staleTime: 0,
  });
  const [{ data: fr }, { data: en }] = useQueries({ queries: [optionsOf('fr'), optionsOf('en')] });
  if (!fr || !en) return undefined;
  const saved = { fr, en };
  return (reader: Language): Language | null => {
    const language = languageSent(saved, reader);
    return language && lacksPasswordLink(saved[language]) ? language : null;
  };
}
