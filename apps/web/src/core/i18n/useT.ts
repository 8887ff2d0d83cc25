import type { Language } from '@guichet/contract/core/language';
import { useCallback, useSyncExternalStore } from 'react';
import type french from '../../../public/assets/i18n/fr.json';
import { getLanguageState, subscribeToLanguage } from './languageStore.ts';
import { useTextsOfSystem } from './SystemTexts.tsx';
import { type TextParams, translate } from './translate.ts';

export type T = (key: TextKey, params?: TextParams) => string;

/** Texts of the current language: `t('Exams.Count', { count: 3 })`. */
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

type FileKey = keyof typeof french;
type WithoutSystem<K> = K extends `System.${number}.${infer Generic}` ? Generic : K;
type PluralBase<K> = K extends `${infer Base}.other` ? Base : never;

/** Every key that `t` accepts: the file's keys, keys of systems alone, and plurals without their ending. */
export type TextKey = WithoutSystem<FileKey> | PluralBase<WithoutSystem<FileKey>>;
