import { french, toggle } from './fixtures/frame.ts';
import { demoToLookAt, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToLookAt });
test.describe.configure({ mode: 'parallel' });

test.describe('in a browser that speaks English', () => {
  test.use({ locale: 'en-US' });

  test('S1.2 S9.1 a first visit is in French; a choice of English is kept for the next one', async ({
    page,
  }) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Ouvrir la session' })).toBeVisible();
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    expect(await page.evaluate(() => localStorage.getItem('guichet.language'))).not.toBe('en');
    await toggle(page, french);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('S2.3 a language in the address wins over the one chosen before, and stays', async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 });
    // Signed out, each path ends on sign-in, in the language that it named.
    for (const [path, lang, words] of [
      ['/en/pdi', 'en', 'Welcome'],
      ['/fr/np', 'fr', 'Bienvenue'],
      ['/en/tcl', 'en', 'Welcome'],
      ['/fr/nowhere', 'fr', 'Bienvenue'],
      ['/EN/home', 'en', 'Welcome'],
      ['/home', 'en', 'Welcome'],
    ] as const) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/login/);
      await expect(page.locator('html'), path).toHaveAttribute('lang', lang);
      await page.goto('/login');
      await expect(heading, path).toHaveText(words);
    }
  });
});

test('S1.3 what was typed in a form, a search and a date outlives the toggle', async ({ page }) => {
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/dc/configuration?tab=spaces');
  await page.getByLabel('Titre').fill('Été 2031 – à demi écrit');
  await page.getByLabel('Date de l’examen').fill('2031-07');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByLabel('Exam date')).toHaveValue('2031-07');
  await expect(page.getByLabel('Title')).toHaveValue('Été 2031 – à demi écrit');
  await page.goto('/audit?group=mails');
  await page.getByRole('searchbox').fill('Aurélie');
  await expect(page).toHaveURL(/q=Aur/);
  await page.getByLabel('From').fill('2027-0');
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.getByLabel('Du', { exact: true })).toHaveValue('2027-0');
  await expect(page.getByRole('searchbox')).toHaveValue('Aurélie');
  await expect(page).toHaveURL(/group=mails/);
});

test('S4.31 a change of language reloads the search list and the system’s texts', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(`${request.method()} ${new URL(request.url()).pathname.toLowerCase()}`),
  );
  const count = (call: string) => asked.filter((one) => one.startsWith(call)).length;

  await page.goto('/login?systemId=3');
  await expect(page.getByRole('heading', { level: 1, name: 'Examens DC' })).toBeVisible();
  expect(count('GET /api/systemcontent/3/1/')).toBe(0);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'DC Exams' })).toBeVisible();
  expect(count('GET /api/systemcontent/3/1/')).toBe(3);

  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration/users');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  const before = count('POST /api/user/search');
  await page.getByRole('button', { name: 'Français' }).click();
  await expect.poll(() => count('POST /api/user/search')).toBe(before + 1);
});

test('S9.3 French shows dd/MM/y and 24-hour times, and the weeks of a calendar begin on Monday', async ({
  page,
}) => {
  await enterAs(page, 'super@demo.example');
  const line = {
    ...{
      id: 9,
      actorId: 1,
      actor: 'Zoé',
      onBehalfOf: null,
      systemId: 3,
      subject: null,
      subjectName: null,
      subjectEmail: null,
      subjectNameEn: null,
      examEn: null,
      people: [],
    },
    ...{ action: 'exam.deactivated', detail: { examDate: '2027-04-30' } },
  };
  // Past noon, and past midnight, at the university: the day before in UTC's eyes is not the day here.
  const lines = ['2027-02-12T20:05:09Z', '2027-07-02T03:59:00Z'].map((at, id) => ({ ...line, id, at }));
  await page.route(/\/api\/audit\?/i, (route) => route.fulfill({ json: { lines, next: null } }));
  await page.goto('/audit');
  const times = page.locator('tbody time');
  await expect(times.nth(0)).toContainText(/12\/02\/2027\s15\sh\s05$/);
  await expect(times.nth(1)).toContainText(/01\/07\/2027\s23\sh\s59$/);

  await page.getByLabel('Du', { exact: true }).fill('2027-02-01');
  await page.getByRole('button', { name: 'Ouvrir le calendrier' }).first().click();
  const month = page.getByRole('grid', { name: /février 2027/i });
  await expect(month.locator('thead th')).toHaveText([
    /^lun/i,
    /^mar/i,
    /^mer/i,
    /^jeu/i,
    /^ven/i,
    /^sam/i,
    /^dim/i,
  ]);
  // The first of February 2027 is a Monday, the last day a Sunday.
  const week = month.locator('tbody tr');
  await expect(week.first().locator('td').first()).toHaveText('1');
  await expect(week.nth(3).locator('td').last()).toHaveText('28');
});
