import { completeTexts } from '../../../core/i18n/languageStore.ts';

/** Loads what submits the form (calls and all texts) when the visitor focuses it; null if that fails. */
export async function loadCalls() {
  const [calls] = await Promise.all([import('./openSession.ts'), completeTexts()]).catch(() => [null]);
  return calls;
}
