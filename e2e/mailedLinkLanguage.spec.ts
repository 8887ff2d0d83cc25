import { demo, expect, test } from './fixtures/portal.ts';
import { signIn, storedSession } from './fixtures/signInPage.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

test('S2.2 S2.24 a mailed link speaks its language all the way, to somebody who is signed in and where the session is over', async ({
  page,
  portal,
}) => {
  const isIn = (language: 'fr' | 'en') => expect(page.locator('html')).toHaveAttribute('lang', language);
  await enterAs(page, 'candidate.dc@demo.example');
  await page.goto('/my-exams');
  await isIn('fr');
  await page.goto('/my-exams?lang=en&systemId=3');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My exams');
  const { token } = await storedSession(page);
  const headers = { authorization: `Bearer ${token}` };
  await fetch(new URL('/api/auth/logout', portal.url), { method: 'POST', headers });
  await page.goto('/my-exams?lang=en&systemId=3');
  await expect(page).toHaveURL('/login?systemId=3&lang=en');
  await isIn('en');
  await signIn(page, 'candidate.dc@demo.example');
  await expect(page).toHaveURL('/my-exams?lang=en&systemId=3');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My exams');
  await page.goto('/login?lang=fr&systemId=3');
  await isIn('fr');
  await page.route('**/api/redirectsystem/**', () => undefined);
  await page.getByRole('main').getByRole('link', { name: 'Continuer' }).click();
  await expect(page).toHaveURL('/dc');
  await isIn('fr');
});
