import { findPasswordLink, placePeople } from './fixtures/people.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { newPassword } from './fixtures/resetPage.ts';
import { signIn } from './fixtures/signInPage.ts';

test.use({ settings: demo });

const zoe = 'autre-compte@etu.example.ca';
test.beforeAll(({ portal }) => placePeople(portal.url, [zoe], 3));

test('S2.22 a link of somebody else names both accounts while somebody is signed in, and the portal keeps its language', async ({
  page,
  portal,
}) => {
  const { address } = await findPasswordLink(portal.url, zoe);
  await page.goto('/login');
  await signIn(page, 'candidate.dc@demo.example');
  await expect(page).toHaveURL(/\/learning\/dc/);
  await page.goto(address.replace('lang=fr', 'lang=en'));
  const told = page.getByText(`This link is for another account (${zoe}). You are signed in as`);
  await expect(told).toBeVisible();
  await expect(page.getByLabel('New password')).toBeVisible();
  await page.goto('/my-exams');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mes examens');
  await page.goto(address);
  await page.locator('main').getByRole('button', { name: 'Fermer la session' }).click();
  await expect(page.getByText('Ce lien concerne un autre compte')).toHaveCount(0);
  await expect(newPassword(page)).toBeVisible();
});
