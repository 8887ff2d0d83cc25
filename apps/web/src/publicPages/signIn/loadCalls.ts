import { completeTexts } from '../../platform/i18n/languageStore.ts';

/**
 * What sends the form and says what came of it: the calls with their schemas, and all texts. It arrives while one types,
 * and the page shows without it; null when it does not come.
 */
export async function loadCalls() {
  const [calls] = await Promise.all([import('./openSession.ts'), completeTexts()]).catch(() => [null]);
  return calls;
}
