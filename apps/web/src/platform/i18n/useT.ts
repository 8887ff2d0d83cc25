import type { Language } from '@guichet/contract/core/language';
import { useCallback, useSyncExternalStore } from 'react';
import type { TextKey } from './keys.ts';
import { getLanguageState, subscribeToLanguage } from './languageStore.ts';
import { useTextsOfSystem } from './SystemTexts.tsx';
import { type TextParams, translate } from './translate.ts';

export type T = (key: TextKey, params?: TextParams) => string;

/** Texts of the current language: `t('Cohorts.Count', { count: 3 })`. */
export function useT(): T {
  const { language, texts } = useSyncExternalStore(subscribeToLanguage, getLanguageState);
  const { systemId, own } = useTextsOfSystem();
  return useCallback(
    (key, params) => translate(texts, language, key, params, systemId, own),
    [texts, language, systemId, own],
  );
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribeToLanguage, () => getLanguageState().language);
}
