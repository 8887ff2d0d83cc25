import type { Language } from '@guichet/contract/core/language';
import { useSyncExternalStore } from 'react';
import { metaContent } from '../browser/metaContent.ts';
import { useLanguage } from '../i18n/useT.ts';
import { createNotifier } from '../notifier.ts';

/** The names shown until a name is set. */
export const neutralNames: Record<Language, string> = { fr: 'Université', en: 'University' };
const changes = createNotifier();

export function universityName(language: Language): string {
  return metaContent(`university-${language}`) ?? neutralNames[language];
}

export function useUniversityName(): string {
  const language = useLanguage();
  return useSyncExternalStore(changes.subscribe, () => universityName(language));
}

/** Renames the university on this page, so that every place with the name follows without a reload. */
export function renameUniversity(names: Readonly<Record<Language, string>>): void {
  for (const language of ['fr', 'en'] as const) {
    const name = document.querySelector(`meta[name="university-${language}"]`);
    name?.setAttribute('content', names[language]);
  }
  changes.notify();
}
