import type { Language } from '@guichet/contract/core/language';
import { useLanguage } from '../i18n/useT.ts';
import { metaContent } from './metaContent.ts';

const neutralNames: Record<Language, string> = { fr: 'Université', en: 'University' };

export function universityName(language: Language): string {
  return metaContent(`university-${language}`) ?? neutralNames[language];
}

export function useUniversityName(): string {
  return universityName(useLanguage());
}
