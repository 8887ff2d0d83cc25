import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { expect, test } from './fixtures/portal.ts';
import { demoPassword, enterAs, tokenOf } from './fixtures/visitor.ts';

// The candidate asks for things here that other journeys would find.
test.use({ settings: { DEMO: 'true' }, viewport: { width: 360, height: 740 } });

const candidate = 'candidate.dc@demo.example';

test('a candidate on a telephone finds their exam, follows it in a calendar, reads a mail and has a name corrected', async ({
  page,
  portal,
}) => {
  await enterAs(page, candidate);
  await page.goto('/en/home');
  await pressOn(page.getByRole('link', { name: 'My exams' }));
  const exams = page.getByRole('region', { name: 'Upcoming' });
  const first = exams.getByRole('heading', { level: 3 }).first();
  await expect(first).toHaveText('Sitting 3 – group A');
  await expect(first).toBeInViewport();
  await expect(exams.getByText(/^The exam opens on /).first()).toBeVisible();
  // The platform has the demo's candidates a moment after the first start.
  await expect(async () => {
    await page.reload();
    await expect(exams.getByRole('link', { name: /^See the exam’s page/ }).first()).toBeVisible({
      timeout: 5000,
    });
  }).toPass();
  await expect(exams.getByRole('link', { name: /^See the exam’s page/ }).first()).toHaveAttribute(
    'href',
    /^\/dc\?orgId=DC-/,
  );
  await expect(exams.getByRole('link', { name: /^Enter the exam/ })).toHaveCount(0);

  await pressOn(page.getByRole('button', { name: 'Keep my calendar up to date' }));
  const address = await page.getByLabel('Address of your calendar').inputValue();
  expect(page.url()).not.toContain('calendar/');
  const calendar = await fetch(address);
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(await calendar.text()).toMatch(/Séance 3|Sitting 3/);
  await pressOn(page.getByRole('button', { name: 'Revoke the address' }));
  await pressOn(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke the address' }));
  await expect(page.getByRole('button', { name: 'Keep my calendar up to date' })).toBeFocused();
  expect((await fetch(address)).status).toBe(404);

  await pressOn(page.getByRole('region', { name: 'Your emails' }).getByRole('button').first());
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
  const data = page.getByRole('region', { name: 'Your requests' });
  await expect(data.getByText('Waiting for an answer')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Your request has been sent/)).toBeInViewport();

  await answerFirst(portal.url, 'Corrected, thank you.');
  await page.reload();
  await expect(data.getByText('Corrected, thank you.')).toBeVisible();
  await expect(data.getByText('Dealt with', { exact: true })).toBeVisible();
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

test('on the day of an exam its space says hour, place and instructions, and then what to do', async ({
  page,
  portal,
}) => {
  await makeExamOfToday(portal.url);
  await page.goto('/login?systemId=3');
  await tabTo(page.getByRole('textbox', { name: 'Adresse courriel' }));
  await type(page, candidate);
  await tabTo(page.getByLabel('Mot de passe', { exact: true }));
  await type(page, demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/learning\/dc/);
  await expect(page.getByText('0\u00a0h à 23\u00a0h\u00a059 (heure de l’Est), Salle 204')).toBeVisible();
  await page.getByRole('link', { name: 'Rédaction' }).press('Enter');
  const facts = page.locator('dl');
  await expect(facts).toContainText('0\u00a0h à 23\u00a0h\u00a059');
  await expect(facts.getByRole('link', { name: 'Salle 204' })).toHaveAttribute(
    'href',
    'https://plan.example.ca/204',
  );
  await expect(page.getByText('Apportez une pièce d’identité.')).toBeVisible();
  await expect(page.getByText(/L’examen est commencé.*au lieu indiqué/)).toBeVisible();
  await expect(page.getByText('gardez cette page ouverte')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

/** The administrator makes an exam of today and puts the candidate into it. */
async function makeExamOfToday(url: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${await tokenOf(url, 'admin.dc@demo.example')}`,
    'content-type': 'application/json',
  };
  const post = async (path: string, body: object) => {
    const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()) as { id: number };
  };
  const examDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(new Date());
  const hours = { startTime: '00:00', endTime: '23:59' };
  const place = { placeFr: 'Salle 204', placeUrl: 'https://plan.example.ca/204' };
  const instructionsFr = 'Apportez une pièce d’identité.';
  const exam = { title: 'Rédaction', examDate, ...hours, ...place, instructionsFr };
  const { id } = await post('/api/exam/3', exam);
  await post(`/api/cohort/3/${id}/candidates`, { email: candidate, sendEmail: false });
}
