import type { BrowserContext, Page } from '@playwright/test';
import { type CoursePlatform, openCoursePlatform } from './fixtures/coursePlatform.ts';
import { pressOn } from './fixtures/keyboard.ts';
import { demo, expect, test as portalTest } from './fixtures/portal.ts';
import { demoPassword, enterAs } from './fixtures/visitor.ts';

const exam = 'Séance 3 – groupe A';
const teacher = {
  id: 'u-7',
  role: 'Instructor',
  name: 'Denise Roy',
  email: 'admin.dc@demo.example',
} as const;
const candidate = {
  id: 'u-8',
  role: 'Learner',
  name: 'Camille Gagnon',
  email: 'candidate.dc@demo.example',
} as const;
const latecomer = { id: 'u-9', role: 'Learner', name: 'Hugo Tardif', email: 'hugo@ailleurs.test' } as const;

const test = portalTest.extend<object, { platform: CoursePlatform }>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const platform = await openCoursePlatform([teacher, candidate, latecomer]);
      await use(platform);
      platform.close();
    },
    { scope: 'worker' },
  ],
  settings: [{ ...demo, LEARNING_PRIVATE_HOSTS: '127.0.0.1' }, { scope: 'worker' }],
});

/** Joins the account of the course to that of the portal, as everybody does the first time. */
async function join(page: Page, { name, email }: { readonly name: string; readonly email: string }) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Est-ce votre compte?');
  await expect(page.getByText(`${name}, ${email}`)).toBeVisible();
  await page.getByLabel('Mot de passe', { exact: true }).pressSequentially(demoPassword);
  await page.keyboard.press('Enter');
}

/** The window that opens when the button of the page in the course's frame is pressed. */
async function leaveFrame(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.frameLocator('iframe').getByRole('link', { name: 'Continuer' }).click();
  return opening;
}

async function follow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: exam, exact: true }).click();
  return opening;
}

test('a teacher puts an exam into a course and reads who is missing; a candidate follows the link to it', async ({
  page,
  browser,
  portal,
  platform,
}) => {
  const enterCourse = async (member: { readonly id: string }): Promise<[BrowserContext, Page]> => {
    const context = await browser.newContext({ baseURL: portal.url, locale: 'fr-CA' });
    const course = await context.newPage();
    await course.goto(`${platform.issuer}/sign-in?as=${member.id}`);
    return [context, course];
  };

  await test.step('a super admin registers the platform, and it the portal', async () => {
    await enterAs(page, 'super@demo.example');
    await page.goto('/configuration/providers');
    await pressOn(page.getByRole('button', { name: 'Inscrire un fournisseur' }));
    const dialog = page.getByRole('dialog', { name: 'Inscrire un fournisseur' });
    await dialog.getByText('LTI 1.3 (cours)').click();
    const read = (name: string) => dialog.getByRole('textbox', { name, exact: true }).inputValue();
    platform.admit({
      tool: await read('Adresse de l’outil, de redirection et de choix du contenu'),
      launch: await read('Adresse où commence l’ouverture de session'),
      keys: await read('Clés publiques du portail (public keyset)'),
    });
    for (const [label, text] of [
      ['Émetteur', platform.issuer],
      ['Identifiant du client', platform.clientId],
      ['Identifiants de déploiement', platform.deployment],
      ['Adresse d’authentification', platform.signIn],
      ['Adresse des jetons d’accès', platform.token],
      ['Adresse des clés publiques de la plateforme', platform.keys],
      ['Nom de la plateforme, en français', 'Campus'],
      ['Nom de la plateforme, en anglais', 'Campus'],
    ] as const) {
      await dialog.getByRole('textbox', { name: label, exact: true }).focus();
      await page.keyboard.type(text);
    }
    await pressOn(dialog.getByRole('button', { name: 'Faire un essai' }));
    await expect(dialog.getByText('Tout est en ordre')).toBeVisible();
    await pressOn(dialog.getByRole('button', { name: 'Inscrire un fournisseur' }));
    await expect(page.getByRole('row', { name: 'Campus' })).toContainText('En service');
    // A trial asks the sign-in address without a launch.
    expect(new Set(platform.refused.splice(0))).toEqual(new Set(['auth: lti_message_hint']));
  });

  await test.step('a teacher chooses the exam in a window of its own, and the course has its link', async () => {
    const [context, course] = await enterCourse(teacher);
    await course.getByRole('link', { name: 'Choisir le contenu' }).click();
    const opened = await leaveFrame(course);
    await join(opened, teacher);
    await expect(opened.getByText('Langue et société')).toBeVisible();
    await opened.reload();
    await expect(opened.getByText('Langue et société')).toBeVisible();
    await pressOn(opened.getByRole('button', { name: `Choisir ${exam}` }));
    await expect(opened.getByText('L’examen est choisi')).toBeVisible();
    await expect(course.frameLocator('iframe').getByText('Lien ajouté')).toBeVisible();

    await course.goto(`${platform.issuer}/course`);
    const people = await follow(course);
    await expect(people).toHaveURL(/\/configuration\/exams\/3\/\d+#/);
    await pressOn(people.getByRole('button', { name: 'Comparer le cours Langue et société' }));
    await expect(people.getByText('1 personne inscrite est aussi dans le cours.')).toBeVisible();
    await people.getByText('1 personne du cours n’est pas inscrite à l’examen').click();
    await expect(people.getByText(latecomer.email)).toBeVisible();
    await context.close();
  });

  const [context, course] = await enterCourse(candidate);
  await test.step('a candidate follows it out of the course’s frame; from then on straight to the exam', async () => {
    await course.getByRole('link', { name: `${exam}, dans la page` }).click();
    const first = await leaveFrame(course);
    await join(first, candidate);
    await expect(first).toHaveURL(/\/my-exams\?exam=\d+/);
    await expect(first.getByRole('heading', { name: exam })).toBeVisible();
    await first.close();
    await course.goto(`${platform.issuer}/course`);
    const later = await follow(course);
    await expect(later).toHaveURL(/\/my-exams\?exam=\d+/);
    await expect(later.getByRole('heading', { name: exam })).toBeVisible();
    expect(platform.refused).toEqual([]);
    await later.goto('/logout');
    await expect(later).toHaveURL(/\/login/);
    await later.close();
  });

  await test.step('a message that is not of the platform, the course or this launch opens nothing', async () => {
    const deployment = 'https://purl.imsglobal.org/spec/lti/claim/deployment_id';
    for (const [claims, named] of [
      [{ [deployment]: '8' }, 'deployment_id'],
      [{ iss: 'https://ailleurs.example' }, '"iss"'],
      [{ nonce: 'autre' }, 'nonce'],
    ] as const) {
      platform.behaviour.claims = claims;
      const refused = await follow(course);
      await expect(refused.getByRole('alert')).toContainText('n’a pas pu être vérifiée');
      await expect(refused.getByText('Vous veniez d’un cours')).toBeVisible();
      await expect(refused.getByText(named)).toBeVisible();
      await refused.goto('/my-exams');
      await expect(refused).toHaveURL(/\/login/);
      await refused.close();
    }
    platform.behaviour.claims = {};
    const good = await follow(course);
    await expect(good).toHaveURL(/\/my-exams\?exam=\d+/);
    await good.goto('/logout');
    await expect(good).toHaveURL(/\/login/);
    // The platform’s page is sent once more, with the same message.
    await good.goto(`${platform.issuer}/again`);
    await expect(good.getByRole('alert')).toContainText('Retournez au cours');
    await good.goto('/my-exams');
    await expect(good).toHaveURL(/\/login/);
  });
  await context.close();
});
