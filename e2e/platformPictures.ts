import { join } from 'node:path';
import { consentPath } from '@guichet/contract/learning/learning.consents';
import type { Page } from '@playwright/test';
import { clientId, openUniversity } from '../apps/server/src/identity/federation/fixtures/university.ts';
import { besidePlatforms } from './fixtures/brightspacePortal.ts';
import { openCoursePlatform } from './fixtures/coursePlatform.ts';
import { Desk } from './fixtures/desk.ts';
import { providerButton, registerCourses, registerProvider } from './fixtures/identityProvider.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { besideMoodle, moodleTest, setGrade } from './fixtures/moodlePortal.ts';
import { demo, expect, test as portalTest } from './fixtures/portal.ts';
import { demoPassword, enterAs } from './fixtures/visitor.ts';

const folder = join(import.meta.dirname, '../docs/pictures');
const look = { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } } as const;
const languages = ['fr', 'en'] as const;
const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'America/Toronto' }).format();

/** The page as it stands, in both languages. */
async function picture(page: Page, name: string, prepare?: () => Promise<void>): Promise<void> {
  for (const language of languages) {
    await page.evaluate((kept) => localStorage.setItem('guichet.language', kept), language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await prepare?.();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await page.screenshot({ path: join(folder, `${name}-${language}.png`) });
  }
}

const registering = besideMoodle.extend<object, object>({
  settings: [{ ...demo, LEARNING_PRIVATE_HOSTS: '127.0.0.1' }, { scope: 'worker' }],
});
registering.use(look);
registering('a platform is registered and tried', async ({ page, moodle }) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration/platforms');
  await picture(page, 'platform-try', async () => {
    await page.getByRole('button', { name: /^(?:Inscrire une plateforme|Register a platform)$/ }).click();
    const form = page.getByRole('dialog');
    for (const [label, text] of [
      [/^(?:Nom|Name)$/, 'Campus'],
      [/^(?:Adresse|Address)$/, moodle.url],
      [/^(?:Jeton du service web|Web service token)$/, moodle.site.setup.token],
      [/^(?:Numéro de la catégorie|Category number)$/, '1'],
      [/^(?:Numéro du cours à copier|Number of the course to copy)$/, '2'],
    ] as const)
      await form.getByLabel(label).fill(text);
    await page.getByRole('button', { name: /^(?:Essayer|Try it)$/ }).click();
    const status = form.getByRole('status');
    await expect(status).toContainText('Moodle 4.5.6');
    await status.evaluate((one) => one.scrollIntoView({ block: 'end' }));
  });
});

const connecting = besidePlatforms.extend(look);
connecting('a Brightspace is connected by its button', async ({ page, brightspace: { url, site } }) => {
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration/platforms');
  site.setup.redirectUri = `${new URL(page.url()).origin}${consentPath}`;
  await picture(page, 'platform-connect', async () => {
    await page.getByRole('button', { name: /^(?:Inscrire une plateforme|Register a platform)$/ }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(/^(?:Type|Kind)$/).selectOption('brightspace');
    for (const [label, text] of [
      [/^(?:Nom|Name)$/, 'Brightspace'],
      [/^(?:Adresse|Address)$/, url],
      [/Client ID/i, site.setup.clientId],
      [/Client Secret/i, site.setup.clientSecret],
    ] as const)
      await form.getByLabel(label).fill(text);
    const opened = page.waitForEvent('popup');
    await form.getByRole('button', { name: /^(?:Relier à Brightspace|Connect to Brightspace)$/ }).click();
    const tab = await opened;
    await tab.getByRole('link', { name: 'Agree' }).click();
    const status = form.getByText(/^(?:Relié|Connected)/);
    await expect(status).toBeVisible();
    await tab.close().catch(() => undefined);
    await page.bringToFront();
    await status.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  });
});

const signingOn = portalTest.extend<object, object>({
  settings: [{ ...demo, LEARNING_PRIVATE_HOSTS: '127.0.0.1' }, { scope: 'worker' }],
});
signingOn.use(look);
signingOn('a provider is tried, and an application registered', async ({ page, portal }) => {
  const university = await openUniversity();
  await enterAs(page, 'super@demo.example');
  await page.goto('/configuration/providers');
  await picture(page, 'provider-try', async () => {
    await page.getByRole('button', { name: /^(?:Inscrire un fournisseur|Register a provider)$/ }).click();
    const form = page.getByRole('dialog');
    for (const [label, text] of [
      [/^(?:Émetteur|Issuer)$/, university.issuer],
      [/^(?:Identifiant du client|Client ID)$/, clientId],
      [/^(?:Secret du client|Client secret)$/, 'abc'],
      [/(?:en français|in French)$/, providerButton.fr],
      [/(?:en anglais|in English)$/, providerButton.en],
    ] as const)
      await form.getByLabel(label).fill(text);
    await form.getByRole('button', { name: /^(?:Faire un essai|Try it)$/ }).click();
    const found = form.getByRole('alert');
    await expect(found).toBeVisible();
    await found.evaluate((one) => one.scrollIntoView({ block: 'end' }));
  });
  const names = ['Salle virtuelle', 'Virtual room'];
  await page.goto('/configuration/applications');
  await picture(page, 'application-enter', async () => {
    await page
      .getByRole('button', { name: /^(?:Inscrire une application|Register an application)$/ })
      .click();
    const form = page.getByRole('dialog');
    await form.getByLabel(/^(?:Nom|Name)$/).fill(names.shift() ?? '');
    await form.getByLabel(/^(?:Qui peut entrer|Who may enter)$/).selectOption('DC');
    await form
      .getByLabel(/^(?:Adresses de retour|Return addresses)$/)
      .fill('https://salle.uni.example/retour');
    await form
      .getByRole('button', { name: /^(?:Inscrire une application|Register an application)$/ })
      .click();
    await expect(page.getByRole('button', { name: /^(?:C’est noté|I have them)$/ })).toBeVisible();
  });
  await registerProvider(portal.url, university);
  await page.goto('/logout');
  await picture(page, 'sign-in-university', () =>
    expect(page.getByRole('button', { name: /compte de l’université$|university account$/ })).toBeVisible(),
  );
  university.close();
});

signingOn(
  'a course leads to an exam, and a linked account stands on the account page',
  async ({ page, portal }) => {
    const teacher = {
      id: 'u-7',
      role: 'Instructor',
      name: 'Aurélie D’Amours',
      email: 'admin.dc@demo.example',
    } as const;
    const learner = { id: 'u-8', role: 'Learner', name: 'Hugo Tardif', email: 'hugo@uni.example' } as const;
    const enrolled = {
      id: 'u-9',
      role: 'Learner',
      name: 'Zoé Côté',
      email: 'candidate.dc@demo.example',
    } as const;
    const courses = await openCoursePlatform([teacher, learner, enrolled]);
    await registerCourses(portal.url, courses);
    await page.goto(`${courses.issuer}/sign-in?as=${teacher.id}`);
    await page.getByRole('link', { name: 'Choisir le contenu' }).click();
    const opening = page.waitForEvent('popup');
    await page
      .frameLocator('iframe')
      .getByRole('link', { name: /^(?:Continuer|Continue)$/ })
      .click();
    const choosing = await opening;
    await choosing.getByLabel(/^(?:Mot de passe|Password)$/).fill(demoPassword);
    await choosing.keyboard.press('Enter');
    await expect(choosing.getByText('Langue et société')).toBeVisible();
    await picture(choosing, 'course-choose', () =>
      expect(choosing.getByText('Langue et société')).toBeVisible(),
    );
    await choosing.getByRole('button', { name: /(?:Séance 3 – groupe|Sitting 3 – group) A$/ }).click();
    await expect(page.frameLocator('iframe').getByText('Lien ajouté')).toBeVisible();
    await page.goto(`${courses.issuer}/course`);
    const following = page.waitForEvent('popup');
    await page.getByRole('link', { name: /groupe A$|group A$/ }).click();
    const exam = await following;
    await exam.waitForURL(/\/configuration\/exams\//);
    await picture(exam, 'course-compare', async () => {
      await exam.getByRole('button', { name: /^(?:Comparer le cours|Compare the course)/ }).click();
      const missing = exam.getByText(/^1 (?:personne du cours n’est pas|person in the course is not)/);
      await missing.click();
      await expect(exam.getByText('hugo@uni.example')).toBeVisible();
      await missing.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    });
    await exam.goto('/account');
    await picture(exam, 'account-linked', async () => {
      const linked = exam.getByRole('row', { name: /Aurélie D’Amours/ });
      await expect(linked).toBeVisible();
      await linked.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    });
    courses.close();
  },
);

const comparing = portalTest.extend<object, object>({ settings: [{ ...demo }, { scope: 'worker' }] });
comparing('an exam is compared with the platform and repaired', async ({ page }) => {
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/dc/configuration?tab=cohorts');
  await page.getByRole('link', { name: /^(?:Séance 3 – groupe|Sitting 3 – group) A$/ }).click();
  await page.getByRole('link', { name: /^(?:Comparer|Compare)$/ }).click();
  await page.getByRole('button', { name: /^(?:Comparer maintenant|Compare now)$/ }).click();
  const found = page.getByRole('table').first();
  await expect(found).toBeVisible({ timeout: 30_000 });
  await picture(page, 'drift', () => expect(found).toBeVisible());
  await found
    .getByRole('button', { name: /^(?:Réparer|Repair)/ })
    .first()
    .click();
  await expect(page.getByRole('table')).toHaveCount(0, { timeout: 60_000 });
  await picture(page, 'drift-repaired');
});

moodleTest('attestations are marked by grades', async ({ page, portal, moodle: { site } }) => {
  const staff = await Desk.open(portal.url, 'admin.ilob@demo.example', 7);
  const exam = await staff.makeExam('Examen d’admission', today);
  const names = ['Agathe', 'Basile', 'Carla'];
  await staff.place(exam, new Uint8Array(listOf(...names.map((name) => lineOf(name)))));
  const course = () => [...site.courses.values()].find(({ idnumber }) => idnumber === exam.courseId)?.id ?? 0;
  await expect.poll(() => site.enrolments.get(course())?.size, { timeout: 60_000 }).toBe(names.length);
  const grade = (name: string, points: number) => setGrade(site, course(), name, points);
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto(`/configuration/exams/7/${exam.id}/results`);
  const read = () => page.getByRole('button', { name: /^(?:Lire|Relire) les notes$/ }).click();
  for (const [agathe, basile] of [
    [55, 48],
    [82, 48],
  ] as const) {
    grade('Agathe', agathe);
    grade('Basile', basile);
    await read();
    await expect(page.getByRole('row', { name: 'Agathe' })).toContainText(`${agathe} / 100`);
  }
  await picture(page, 'grades', async () => {
    await expect(page.getByRole('row', { name: 'Agathe' })).toBeVisible();
    await page.getByRole('row', { name: 'Carla' }).scrollIntoViewIfNeeded();
  });
  await picture(page, 'results', async () => {
    const lines = [
      'Courriel;Attestation',
      'agathe@etu.example.ca;Oui',
      'basile@etu.example.ca;Non',
      'zoe@etu.example.ca;Oui',
    ];
    const buffer = Buffer.from(lines.join('\n'));
    const file = { name: 'resultats.csv', mimeType: 'text/csv', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: /^(?:Vérifier la liste|Check the list)$/ }).click();
    await expect(page.getByRole('row', { name: 'zoe@etu.example.ca' })).toBeVisible();
  });
});
