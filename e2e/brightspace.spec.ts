import { consentPath } from '@guichet/contract/learning/learning.consents';
import { wordRemark } from '@guichet/contract/learning/learning.remarks';
import type { Locator, Page } from '@playwright/test';
import type { BrightspaceServer } from '../apps/server/test/brightspace/brightspaceServer.ts';
import { ids } from '../apps/server/test/brightspace/site.ts';
import { besidePlatforms, peopleOn, revokeAccess, takeOff } from './fixtures/brightspacePortal.ts';
import { madeOf, openTab } from './fixtures/firstHourActs.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf } from './fixtures/lists.ts';
import { expect } from './fixtures/portal.ts';
import { importLines, plural, type Someone, someone } from './fixtures/sessionActs.ts';
import { readIn, withPortalOfItsOwn } from './fixtures/sessionLanguages.ts';
import { enterAs } from './fixtures/visitor.ts';

const name = 'Brightspace';
const exam = { title: 'Pharmacologie', titleEn: 'Pharmacologie', day: '2099-02-12' };
const everybody = ['Agathe', 'Basile', 'Carla'];

withPortalOfItsOwn(besidePlatforms, 'fr')(
  'a Brightspace is registered and tried in French, used and repaired in English, and connected again once it has refused, by keyboard alone',
  async ({ page, browser, brightspace }) => {
    const { site } = brightspace;
    site.refreshTokens.clear();
    const superAdmin = someone(page, 'fr');
    await enterAs(page, 'super@demo.example');
    await page.goto('/configuration/platforms');
    await register(superAdmin, brightspace);
    await moveSystem(superAdmin);

    const context = await browser.newContext();
    const admin = someone(await context.newPage(), 'en');
    await enterAs(admin.page, 'admin.np@demo.example');
    await admin.page.goto('/np/configuration?tab=spaces');
    await readIn(admin.page, 'en');
    await makeExam(admin);
    await importLines(
      admin,
      exam,
      everybody.map((one) => lineOf(one)),
    );
    await expect.poll(() => peopleOn(site, exam.title)).toEqual(everybody);

    await openTab(admin.page, admin.said, 'cohorts');
    await pressOn(admin.page.getByRole('link', { name: exam.title, exact: true }));
    takeOff(site, exam.title, 'Basile');
    await compareAndRepair(admin, 'Basile');
    expect(peopleOn(site, exam.title)).toEqual(everybody);

    revokeAccess(site);
    await admin.page.goto('/np/configuration?tab=import');
    await importLines(admin, exam, [lineOf('Diane')]);
    await readRefusal(admin);
    expect(peopleOn(site, exam.title)).toEqual(everybody);

    await connectAgain(superAdmin);
    await expect.poll(() => peopleOn(site, exam.title)).toEqual([...everybody, 'Diane']);
    await context.close();
  },
);

/** Registers and tries the site; what it was given is shown nowhere afterwards. */
async function register({ page, t, language }: Someone, { url, site }: BrightspaceServer): Promise<void> {
  await pressOn(page.getByRole('button', { name: t('Platforms.Add') }));
  const form = page.getByRole('dialog', { name: t('Platforms.Add') });
  await tabTo(form.getByLabel(t('Platforms.Kind')));
  await type(page, 'Bri');
  const { clientId, clientSecret } = site.setup;
  site.setup.redirectUri = `${new URL(page.url()).origin}${consentPath}`;
  for (const [label, text] of [
    ['Platforms.Address', url],
    ['Platforms.Credential.clientId', clientId],
    ['Platforms.Credential.clientSecret', clientSecret],
    ['Platforms.SemesterId.brightspace', `${ids.semester}`],
    ['Platforms.TemplateId.brightspace', `${ids.template}`],
    ['Platforms.StudentRole', `${ids.role}`],
  ] as const) {
    await tabTo(form.getByLabel(t(label), { exact: true }));
    await type(page, text);
  }
  await tabTo(form.getByRole('button', { name: t('Platforms.Connect') }), 'Shift+Tab');
  await agree({ page, t }, form, 'Decline');
  await expect(form.getByText(wordRemark('consentDeclined', {}, language))).toBeVisible();
  await agree({ page, t }, form, 'Agree');
  await tabTo(form.getByLabel(t('Platforms.Name'), { exact: true }), 'Shift+Tab');
  await type(page, name);
  await pressOn(form.getByRole('button', { name: t('Platforms.Try'), exact: true }));
  const answer = form.getByRole('status').filter({ hasText: t('Platforms.Try.Good') });
  await expect(answer).toContainText('University for tests');
  await expect(answer.locator('xpath=..')).toBeFocused();
  await tabTo(form.getByRole('button', { name: t('Platforms.Try.WithCourse') }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const result = form.getByRole('status').filter({ hasText: t('Platforms.Trial.Good') });
  await expect(result).toContainText('guichet-check-fr');
  const made = [...site.orgUnits.values()].filter(({ code }) => code === 'GUICHET-CHECK');
  expect(made.map(({ isActive, isRecycled }) => ({ isActive, isRecycled }))).toEqual([
    { isActive: false, isRecycled: true },
  ]);
  await pressOn(form.getByRole('button', { name: t('Platforms.Save'), exact: true }));
  await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(clientSecret);
}

async function moveSystem({ page, t }: Someone): Promise<void> {
  await page.goto('/configuration');
  await pressOn(page.getByRole('button', { name: t('Systems.Change.Of', { name: 'NP' }) }));
  const system = page.getByRole('dialog', { name: t('Systems.Change.Of', { name: 'NP' }) });
  await tabTo(system.getByLabel(t('Platforms.OfSystem')));
  await type(page, name);
  await expect(system.getByText(t('Platforms.Try.Good'))).toBeVisible();
  await pressOn(system.getByRole('button', { name: t('Platforms.Move', { name }) }));
  await expect(page.getByText(t('Platforms.Moved', { name }))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(t('Platforms.Of', { name }), { exact: true })).toBeVisible();
}

async function makeExam({ page, t }: Someone): Promise<void> {
  await tabTo(page.getByLabel(t('ExamSpace.Title'), { exact: true }));
  await type(page, exam.title);
  await tabTo(page.getByLabel(t('ExamSpace.Date')));
  await type(page, exam.day);
  await pressOn(page.getByRole('button', { name: t('ExamSpace.Create') }));
  await expect(madeOf(page, exam.title)).toBeVisible();
}

/** From the page of the exam; afterwards a second comparison finds nothing. */
async function compareAndRepair({ page, t }: Someone, firstName: string): Promise<void> {
  await pressOn(page.getByRole('link', { name: t('Drift.Open') }));
  await pressOn(page.getByRole('button', { name: t('Drift.Read') }));
  const absent = page.getByRole('table', { name: t('Drift.List.missing') });
  await expect(absent.getByRole('row')).toHaveCount(2);
  const row = absent.getByRole('row', { name: firstName });
  await expect(row).toContainText(t('Drift.Missing.notEnrolled'));
  await pressOn(row.getByRole('button', { name: new RegExp(`^${t('Drift.Repair')}`) }));
  await expect(page.getByText(plural(t, 'Drift.Repairing', 1))).toBeVisible();
  await expect(page.getByText(plural(t, 'Drift.Mended', 1))).toBeVisible({ timeout: 30_000 });
  await expect(absent).toHaveCount(0);
  await pressOn(page.getByRole('button', { name: t('Drift.Read') }));
  await expect(page.getByText(t('Drift.Same'))).toBeVisible();
}

/** An administrator reads on home why nothing goes through, and that somebody waits; she cannot mend it. */
async function readRefusal({ page, t, language }: Someone): Promise<void> {
  await expect(async () => {
    await page.goto('/home');
    await expect(page.getByText(wordRemark('connectAgain', {}, language))).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByText(plural(t, 'Platforms.Trouble.Waiting', 1))).toBeVisible();
  await expect(page.getByText(t('Platforms.Trouble.Ask'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('Platforms.Trouble.Open') })).toHaveCount(0);
}

/** From the button in the form, as the service user in another tab, and back; nobody sees a token. */
async function agree(
  { page, t }: Pick<Someone, 'page' | 't'>,
  form: Locator,
  decision: 'Agree' | 'Decline',
): Promise<void> {
  const opening = page.context().waitForEvent('page');
  await pressOn(form.getByRole('button', { name: t('Platforms.Connect') }));
  const tab = await opening;
  await pressOn(tab.getByRole('link', { name: decision }));
  const isConnected = decision === 'Agree';
  await expect(tab.getByText(t(isConnected ? 'ConsentPage.Done' : 'Platforms.Connect.Failed'))).toBeVisible();
  await expect(tab).toHaveURL(consentPath);
  await tab.close();
  if (isConnected) await expect(form.getByText(t('Platforms.Connect.Done'))).toBeVisible();
}

/** A super admin comes from home to the form by its notices, connects anew and changes nothing else. */
async function connectAgain({ page, t, language }: Someone): Promise<void> {
  await page.goto('/home');
  const refused = page.getByText(wordRemark('connectAgain', {}, language));
  await expect(refused).toBeVisible();
  await pressOn(page.getByRole('link', { name: t('Platforms.Trouble.Open') }));
  await expect(page).toHaveURL('/configuration/platforms');
  await expect(refused).toBeVisible();
  await pressOn(change(page, t).first());
  const form = page.getByRole('dialog', { name: t('Platforms.Change.Of', { name }) });
  await agree({ page, t }, form, 'Agree');
  await pressOn(form.getByRole('button', { name: t('Platforms.Save'), exact: true }));
  await expect(form).toBeHidden();
  await expect(refused).toHaveCount(0, { timeout: 30_000 });
  await expect(change(page, t)).toHaveCount(1);
}

const change = (page: Page, t: Someone['t']) =>
  page.getByRole('button', { name: t('Platforms.Change.Of', { name }) });
