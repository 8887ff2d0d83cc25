import type { Page } from '@playwright/test';
import { moodleTest as test } from './fixtures/moodlePortal.ts';
import { expect } from './fixtures/portal.ts';
import { password, submit, username } from './fixtures/signInPage.ts';
import { demoPassword } from './fixtures/visitor.ts';

/** Signs in with keys, and opens the landing of the candidate's system. */
async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/login?systemId=3');
  await username(page).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(email);
  await password(page).click();
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
}

test('two candidates one after the other in one browser each enter Moodle with the first click, as themselves', async ({
  page,
  moodle,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  await enter(page, 'candidate.dc@demo.example');
  await page.waitForURL(`${moodle.url}/my/`);
  const first = await heading.textContent();

  await page.goto('/logout');
  await expect(page.getByText('celle de Moodle peut encore être ouverte dans ce navigateur')).toBeVisible();
  // Nobody presses it: the next person signs in, while the former one is still signed in to Moodle.
  await enter(page, 'candidate.pdi@demo.example');
  await page.waitForURL(`${moodle.url}/my/`);
  const second = await heading.textContent();
  expect(second).not.toBe(first);
  expect(second).not.toMatch(/log in/i);
  // Back does not fall into the landing again.
  await page.goBack();
  await expect(page).not.toHaveURL(/second=1/);
});

test('after a sign-out the link that the sign-in page offers ends the session on Moodle', async ({
  page,
  moodle,
  context,
}) => {
  await enter(page, 'candidate.dc@demo.example');
  await page.waitForURL(`${moodle.url}/my/`);
  await page.goto('/logout');
  await expect(submit(page)).toBeVisible();
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Fermer la session de Moodle' }).press('Enter');
  const moodlePage = await opening;
  await moodlePage.getByRole('link', { name: 'Log out' }).click();
  await expect(moodlePage.locator('body')).toContainText('nobody');
  await moodlePage.goto(`${moodle.url}/my/`);
  await expect(moodlePage).toHaveURL(/login\/index/);
  // The tab of Moodle may have been overlooked, so it stays until it is closed.
  const told = page.getByText('celle de Moodle peut encore');
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(told).toHaveCount(0);
});
