import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { expect, test } from './fixtures/portal.ts';
import { enterAs, tokenOf } from './fixtures/visitor.ts';

// The candidate asks for things here that other journeys would find.
test.use({ settings: { DEMO: 'true' }, viewport: { width: 360, height: 740 } });

const candidate = 'candidate.dc@demo.example';

test('a candidate on a telephone finds her exam, follows it in a calendar, reads a mail and has a name corrected', async ({
  page,
  portal,
}) => {
  await enterAs(page, candidate);
  await page.goto('/en/home');
  await pressOn(page.getByRole('link', { name: 'My exams' }));
  const exams = page.getByRole('region', { name: 'Upcoming' });
  const first = exams.getByRole('heading', { level: 3 }).first();
  await expect(first).toHaveText('Session d’hiver – groupe A');
  await expect(first).toBeInViewport();
  await expect(exams.getByText(/^Opens on /).first()).toBeVisible();
  await expect(exams.getByRole('link', { name: /^View the exam space/ }).first()).toHaveAttribute(
    'href',
    /^\/dc\?orgId=DC-/,
  );
  await expect(exams.getByRole('link', { name: /^Enter the exam/ })).toHaveCount(0);

  await pressOn(page.getByRole('button', { name: 'Create my calendar address' }));
  const address = await page.getByLabel('Secret address of your calendar').inputValue();
  expect(page.url()).not.toContain('calendar/');
  const calendar = await fetch(address);
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(await calendar.text()).toContain('Session d’hiver');
  await pressOn(page.getByRole('button', { name: 'Revoke the address' }));
  await pressOn(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke the address' }));
  await expect(page.getByRole('button', { name: 'Create my calendar address' })).toBeFocused();
  expect((await fetch(address)).status).toBe(404);

  await pressOn(page.getByRole('region', { name: 'Your mail' }).getByRole('button').first());
  const mail = page.getByRole('dialog');
  await expect(mail.getByText('links that work only once are left out')).toBeVisible();
  await expect(mail.frameLocator('iframe').locator('body')).toContainText('Zoé');
  // As soon as the keyboard is in it.
  await expect(mail).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(mail).toBeHidden();

  await pressOn(page.getByRole('button', { name: 'Ask for a correction' }));
  const dialog = page.getByRole('dialog');
  await tabTo(dialog.getByLabel('What it should say'));
  await type(page, 'My name is spelled Zoë.');
  await pressOn(dialog.getByRole('button', { name: 'Send the request' }));
  const data = page.getByRole('region', { name: 'Your information' });
  await expect(data.getByText('Waiting for an answer')).toBeVisible();

  await answerFirst(portal.url, 'Corrected, thank you.');
  await page.reload();
  await expect(data.getByText('Corrected, thank you.')).toBeVisible();
  await expect(data.getByText('Done', { exact: true })).toBeVisible();
});

/** What the administrator does meanwhile. */
async function answerFirst(url: string, note: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${await tokenOf(url, 'admin.dc@demo.example')}`,
    'content-type': 'application/json',
  };
  const asked = await fetch(new URL('/api/corrections', url), { headers });
  const [{ id }] = (await asked.json()) as [{ id: number }];
  const body = JSON.stringify({ outcome: 'answered', note });
  const answer = await fetch(new URL(`/api/corrections/${id}/answer`, url), {
    method: 'POST',
    headers,
    body,
  });
  expect(answer.status).toBe(200);
}
