import { completeTexts } from '../../../core/i18n/languageStore.ts';

export const importCalls = () => import('./openSession.ts');

/** Loads what submits the form (calls and all texts) when the visitor focuses it; null if that fails. */
export async function loadCalls() {
  const [calls] = await Promise.all([importCalls(), completeTexts()]).catch(() => [null]);
  return calls;
}
