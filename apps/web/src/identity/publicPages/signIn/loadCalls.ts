import { completeTexts } from '../../../core/i18n/languageStore.ts';

/**
 * Loads what submits the form: the calls with their schemas, and all texts. Requested when the visitor
 * focuses the form; null when the loading fails.
 */
export async function loadCalls() {
  const [calls] = await Promise.all([import('./openSession.ts'), completeTexts()]).catch(() => [null]);
  return calls;
}
