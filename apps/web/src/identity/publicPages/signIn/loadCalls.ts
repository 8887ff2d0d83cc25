import { completeTexts } from '../../../core/i18n/languageStore.ts';

/**
 * Loads what submits the form: the calls with their schemas, and all texts. Requested when the visitor begins to type;
 * null when it does not load.
 */
export async function loadCalls() {
  const [calls] = await Promise.all([import('./openSession.ts'), completeTexts()]).catch(() => [null]);
  return calls;
}
