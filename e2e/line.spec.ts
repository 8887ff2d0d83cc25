import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { registrarList } from './fixtures/lists.ts';
import { sendAnyway } from './fixtures/mailQuestion.ts';
import { expect, test } from './fixtures/portal.ts';

const candidate = { email: 'candidat13@etu.example.ca', password: 'Mon#Voilier27' };
const examDate = { shown: '12 février 2099', typed: '2099-02-12' };

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Adresse courriel').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ouvrir la session' }).click();
}

test.describe('the whole line', () => {
  test.setTimeout(180_000);

  test('leads from an empty machine to a candidate on the learning platform', async ({
    page,
    portal,
    browser,
  }) => {
    await test.step('S1.2 the first visit is in French, and the printed super admin signs in', async () => {
      await page.goto('/');
      await expect(page).toHaveURL(/\/login/);
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
      await signIn(page, portal.firstAdmin.email, portal.firstAdmin.password);
    });

    await test.step('S2.7 home lists the nine systems', async () => {
      await expect(page).toHaveURL(/\/home$/);
      await expect(page.getByRole('link', { name: 'Administrer' })).toHaveCount(9);
    });

    await test.step('S2.42 an exam space is made in system 3', async () => {
      await page
        .getByRole('row', { name: /Examens DC/ })
        .getByRole('link', { name: 'Administrer' })
        .click();
      await expect(page).toHaveURL(/\/dc\/configuration/);
      await page.getByRole('link', { name: 'Créer un examen' }).click();
      await page.getByRole('textbox', { name: 'Titre' }).fill('Session d’hiver 2099');
      await page.getByLabel('Date de l’examen').fill(examDate.typed);
      await page.getByRole('button', { name: 'Créer l’examen' }).click();
      const made = page.getByText(/^Examen créé.*Session d’hiver 2099/);
      await expect(made).toContainText(examDate.shown);
    });

    await test.step('S7.28 a list of 412 is checked, then imported', async () => {
      await page.getByRole('link', { name: 'Importer une liste' }).click();
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: registrarList(412) });
      await page.getByRole('button', { name: 'Vérifier le fichier' }).click();
      await expect(page.getByText('412 personnes lues.')).toBeVisible();
      await expect(
        page.getByText('412 courriels seront envoyés : 275 en français, 137 en anglais.'),
      ).toBeVisible();
      await expect(page.getByText('Programme', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Importer 412 personnes' }).click();
      const done = page.getByText(/412 personnes ont été inscrites à l’examen\./);
      await sendAnyway(page, done);
      await expect(done).toBeVisible({ timeout: 60_000 });
    });

    await test.step('the administrator sees 412 candidates, and what became of each mail', async () => {
      await page.getByRole('link', { name: 'Voir les personnes inscrites' }).click();
      await expect(page.getByText('1 à 5 sur 412')).toBeVisible();
      await expect(page.getByRole('figure', { name: 'Personnes par état du courriel' })).toContainText(
        /Non envoyé\s*412/,
        {
          timeout: 90_000,
        },
      );
    });

    await test.step('412 mails lie in the outbox folder, each in the language of its line', async () => {
      const folder = join(portal.dataDir, 'outbox');
      const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
      expect(files).toHaveLength(412);
      const mails = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
      expect(mails.filter((mail) => /^Content-Language: en/im.test(mail))).toHaveLength(137);
      expect(mails.every((mail) => mail.includes('text/plain') && mail.includes('text/html'))).toBe(true);
      expect(mails.some((mail) => mail.includes('{{'))).toBe(false);
    });

    const link = await test.step('the outbox shows the mail of a candidate with her link', async () => {
      await page.goto(`/outbox?q=${candidate.email}`);
      await page
        .getByRole('button', { name: /Voir le courriel/ })
        .first()
        .click();
      await page.getByText('Texte', { exact: true }).click();
      const text = await page.getByRole('dialog').textContent();
      return /http\S+\/reset-password\?[^\s>]+/.exec(text ?? '')?.[0] ?? '';
    });

    await test.step('S2.21 the candidate chooses a password, and lands on the platform, signed in', async () => {
      const visit = await browser.newContext();
      const hers = await visit.newPage();
      await hers.goto(link);
      await expect(hers).not.toHaveURL(/[?&]t=/);
      const [first, second] = [
        hers.locator('input[type=password]').nth(0),
        hers.locator('input[type=password]').nth(1),
      ];
      await first.fill(candidate.password);
      await second.fill(candidate.password);
      await hers.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
      await hers.getByRole('link', { name: /Ouvrir une session/ }).click();
      await signIn(hers, candidate.email, candidate.password);
      await expect(hers).toHaveURL(/\/learning\/dc/, { timeout: 30_000 });
      await expect(hers.getByRole('heading', { level: 1 })).toContainText('Bonjour');
      await expect(hers.getByText('Session d’hiver 2099')).toBeVisible();
      await expect(hers.getByText(examDate.shown).first()).toBeVisible();
      await visit.close();
    });

    await test.step('S4.17 the link is spent', async () => {
      const visit = await browser.newContext();
      const late = await visit.newPage();
      await late.goto(link);
      await expect(late.locator('input[type=password]')).toHaveCount(0);
      await visit.close();
    });
  });
});
