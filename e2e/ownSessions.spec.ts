import { demo, expect, test } from './fixtures/portal.ts';
import { signIn } from './fixtures/signInPage.ts';

test.use({ settings: demo });

test('who sees a second browser in the list ends it there, and it is out at its next call', async ({
  page,
  browser,
}) => {
  const email = 'admin.tep@demo.example';
  await page.goto('/login');
  await signIn(page, email);
  await expect(page).toHaveURL('/home');
  const elsewhere = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  });
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await signIn(other, email);
  await expect(other).toHaveURL('/home');
  // No call of an open page meets the end before the page that is opened next.
  await other.goto('about:blank');

  await page.getByRole('link', { name: 'Mon compte' }).click();
  const rows = page
    .getByRole('table', { name: 'Sessions' })
    .getByRole('row')
    .filter({ hasText: 'Firefox, Windows' });
  await expect(page.getByRole('row').filter({ hasText: 'Cette session' })).toContainText('Chrome, Linux');
  await rows.getByRole('button', { name: /^Terminer la session\s: Firefox, Windows/ }).click();
  await expect(rows).toHaveCount(0);

  await other.goto('/tep/configuration');
  await expect(other).toHaveURL('/login?systemId=8');
  await expect(other.getByText('Votre session a été fermée d’ailleurs')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'Cette session' })).toBeVisible();
  await elsewhere.close();
});
