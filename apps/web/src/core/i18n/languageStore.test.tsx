import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getLanguageState, setLanguage, storedLanguage } from './languageStore.ts';
import { useT } from './useT.ts';

let copies = 0;
/** The store of another page. Its few texts stay out of the store that this worker's tests share. */
async function copyOfStore(): Promise<typeof import('./languageStore.ts')> {
  copies += 1;
  return import(/* @vite-ignore */ `./languageStore.ts?copy=${copies}`);
}

function Words() {
  const t = useT();
  return (
    <label>
      {t('LoginPage.Password')}
      <input />
    </label>
  );
}

test('S1.2 S9.1 a first visit is in French', () => {
  expect(storedLanguage()).toBe('fr');
  expect(document.documentElement.lang).toBe('fr');
});

test('S1.3 changing the language changes the texts and keeps what is typed', async () => {
  render(<Words />);
  const input = screen.getByLabelText<HTMLInputElement>('Mot de passe');
  input.value = 'à moitié ta';
  await act(() => setLanguage('en'));
  expect(screen.getByLabelText('Password')).toBe(input);
  expect(input.value).toBe('à moitié ta');
  expect(document.documentElement.lang).toBe('en');
  expect(storedLanguage()).toBe('en');
});

test('a slow reply does not undo a later choice', async () => {
  const store = await copyOfStore();
  const answers: Record<string, (answer: Response) => void> = {};
  vi.stubGlobal(
    'fetch',
    (url: string) => new Promise((resolve) => Object.assign(answers, { [url]: resolve })),
  );
  const slow = store.setLanguage('en');
  const quick = store.setLanguage('fr');
  answers['/assets/i18n/fr.json']?.(Response.json({}));
  await quick;
  answers['/assets/i18n/en.json']?.(Response.json({}));
  await slow;
  expect(store.getLanguageState().language).toBe('fr');
});

test('texts that cannot be loaded leave the language unchanged', async () => {
  const store = await copyOfStore();
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 404 }));
  await expect(store.setLanguage('en')).rejects.toThrow('status 404');
  expect(getLanguageState().language).toBe('fr');
});

test('texts that come with the page show without a request, and all texts load on demand', async () => {
  const store = await copyOfStore();
  const inPage = document.createElement('script');
  inPage.type = 'application/json';
  inPage.id = 'texts-en';
  inPage.textContent = '{"LoginPage.Title":"Sign in"}';
  document.body.append(inPage);
  const asked = vi.fn(async (_url: string) =>
    Response.json({ 'LoginPage.Title': 'Sign in', Later: 'Later' }),
  );
  vi.stubGlobal('fetch', asked);
  await store.setLanguage('en');
  inPage.remove();
  expect(asked).not.toHaveBeenCalled();
  expect(store.getLanguageState().texts).toEqual({ 'LoginPage.Title': 'Sign in' });

  await Promise.all([store.completeTexts(), store.completeTexts()]);
  expect(store.getLanguageState().texts.Later).toBe('Later');
  expect(asked).toHaveBeenCalledOnce();
  await store.setLanguage('en');
  expect(store.getLanguageState().texts.Later).toBe('Later');
});

test('the built pages load the texts of each extent once, and each keeps those before', async () => {
  vi.stubEnv('DEV', false);
  const store = await copyOfStore();
  const files: Record<string, object> = {
    'fr.open': { A: 'a' },
    'fr.own': { B: 'b' },
    fr: { A: 'a', B: 'b', C: 'c' },
  };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const part = url.replace(/.*\/|\.json/g, '');
    asked.push(part);
    return Response.json(files[part]);
  });
  await store.setLanguage('fr');
  expect(store.getLanguageState().texts).toEqual({ A: 'a' });
  await Promise.all([store.completeTexts(), store.completeTexts(store.ownTexts)]);
  expect(store.getLanguageState().texts).toEqual({ A: 'a', B: 'b' });
  // Whoever asks for less in the meantime gets what somebody else needs.
  await Promise.all([store.completeTexts(store.allTexts), store.completeTexts()]);
  expect(store.getLanguageState().texts).toEqual(files.fr);
  expect(asked).toEqual(['fr.open', 'fr.own', 'fr']);
  vi.unstubAllEnvs();
});
