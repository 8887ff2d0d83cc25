import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs, tokenOf } from './fixtures/visitor.ts';

test.use({ settings: demo });

const rows = (page: Page) => page.locator('tbody tr');

interface Lines {
  readonly lines: readonly { readonly systemId: number | null }[];
}

/** What the server finds for this reader, in one go. */
async function readAuditLog(url: string, email: string, query: string): Promise<Lines['lines']> {
  const headers = { authorization: `Bearer ${await tokenOf(url, email)}` };
  const answer = await fetch(new URL(`/api/audit?pageSize=500&${query}`, url), { headers });
  return ((await answer.json()) as Lines).lines;
}

test('the audit log shows an administrator the own system alone, and a super admin all nine', async ({
  page,
  portal,
}) => {
  await enterAs(page, 'admin.np@demo.example');
  await page.goto('/audit');
  await expect(rows(page).first()).toBeVisible();
  const systems = await page.locator('td[data-label="Système"]').allTextContents();
  expect(new Set(systems)).toEqual(new Set(['Examens NP']));
  await page.goto('/audit?system=3');
  await expect(page.getByText('Examens DC')).toHaveCount(0);
  const from = page.getByLabel('Du', { exact: true });
  const widthOf = async () => (await from.boundingBox())?.width;
  const width = await widthOf();
  await from.fill('hier ou demain');
  await from.blur();
  await expect(page.getByText(/Cette date n’est pas comprise/)).toBeVisible();
  expect(await widthOf()).toBe(width);
  const token = await tokenOf(portal.url, 'admin.np@demo.example');
  const authorization = `Bearer ${token}`;
  for (const path of ['/api/audit?systemId=3', '/api/outbox?systemId=3']) {
    const answer = await page.request.get(path, { headers: { authorization } });
    expect(answer.ok() ? JSON.stringify(await answer.json()) : '', path).not.toContain('"systemId":3');
  }

  await enterAs(page, 'super@demo.example');
  const all = await readAuditLog(portal.url, 'super@demo.example', 'group=exams');
  expect(new Set(all.map(({ systemId }) => systemId)).size).toBe(9);
  await page.goto('/audit?group=exams');
  await expect(rows(page).first()).toBeVisible();
  while ((await rows(page).count()) < all.length) {
    const shown = await rows(page).count();
    await page.getByRole('button', { name: 'Entrées plus anciennes' }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(shown);
  }
  await expect(page.getByText(`${all.length} entrées au total`)).toBeVisible();
  expect(new Set(await page.locator('td[data-label="Système"]').allTextContents()).size).toBe(9);
});

test('neither support nor a candidate finds the audit log or the outbox', async ({ page }) => {
  for (const who of ['support.np', 'candidate.np']) {
    await enterAs(page, `${who}@demo.example`);
    for (const path of ['/audit', '/outbox']) {
      await page.goto(path);
      await expect(page, `${who} at ${path}`).toHaveURL(/\/forbidden$/);
    }
  }
});

test('the audit log is narrowed, read on, looked into and saved as a file for Excel', async ({
  page,
  portal,
}) => {
  const admin = 'admin.tep@demo.example';
  const before = await readAuditLog(portal.url, admin, 'group=exams');
  expect(before.length).toBeLessThan(40);
  const desk = await Desk.open(portal.url, admin, 8);
  for (let n = 1; n <= 52; n += 1) await desk.makeExam(`Épreuve ${n}; «\u00a0finale\u00a0»`, '2099-05-01');
  await desk.makeExam('=2+2', '2099-05-02');
  await enterAs(page, admin);
  await page.goto('/audit');
  await page.getByLabel('Catégorie').selectOption('exams');
  await expect(page.getByText('50 entrées affichées')).toBeVisible();
  await page.getByRole('button', { name: 'Entrées plus anciennes' }).click();
  const total = before.length + 53;
  await expect(page.getByText(`${total} entrées au total`)).toBeVisible();
  await expect(rows(page)).toHaveCount(total);

  await page
    .getByRole('button', { name: /^Voir les précisions/ })
    .first()
    .click();
  const line = page.getByRole('dialog', { name: 'Détail de l’activité' });
  await expect(line).toContainText('Examen créé');
  await expect(line).toContainText('=2+2');
  await expect(line).toContainText(/Par\s*Nadia Belhadj/);
  await expect(line).toContainText(/Date de l’examen\s*2\smai 2099/);
  await page.keyboard.press('Escape');
  await expect(line).toBeHidden();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^Journal \d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await saved.path(), 'utf8');
  // What Excel in French needs: the mark that says UTF-8, semicolons, quotes around what holds one, no formula.
  expect(text.startsWith('\uFEFFDate;Action;')).toBe(true);
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(total + 1);
  expect(lines[1]).toContain(";'=2+2;");
  expect(lines[2]).toContain('"Épreuve 52; «\u00a0finale\u00a0»"');
});

test('a mail that failed says why, opens where nothing in it can run, and is sent again', async ({
  page,
}) => {
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/outbox');
  await page.getByLabel('État').selectOption('failed');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Voir le courriel.:/ }).click();
  const mail = page.getByRole('dialog', { name: 'Courriel' });
  await expect(mail).toContainText('Cette adresse n’existe pas.');
  await expect(mail).toContainText('Échec');
  const frame = mail.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
  await expect(frame.contentFrame().getByText(/^(?:Hello|Bonjour) [^,]+,$/)).toBeVisible();
  await expect(frame.contentFrame().locator('script')).toHaveCount(0);
  // Nobody but its reader may use the secret link.
  expect(await frame.contentFrame().locator('body').innerHTML()).not.toMatch(/[?&]t=[\w-]{12}/);
  await mail.getByRole('button', { name: 'Envoyer de nouveau' }).click();
  await expect(page.getByText('Le courriel sera envoyé de nouveau.')).toBeVisible();
  await expect(mail).toContainText('Non envoyé', { timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Plus aucun échec/)).toBeVisible();
});

test('the Cohorts tab says who is stuck on the platform and why, and tries again', async ({ page }) => {
  await enterAs(page, 'admin.dc@demo.example');
  await page.goto('/dc/configuration?tab=cohorts');
  const exam = page.getByRole('row', { name: /Séance 3 – groupe A/ });
  const refused = exam.getByRole('button', { name: '1 inscription refusée' });
  await expect(refused).toHaveAttribute('title', '1 inscription à réessayer · Voir les demandes bloquées');
  await refused.click();
  const dialog = page.getByRole('dialog', { name: /^Plateforme d’apprentissage/ });
  const stuck = dialog.locator('tbody tr');
  await expect(stuck).toHaveCount(2);
  await expect(stuck.first()).toContainText('Inscription refusée');
  await expect(stuck.first()).toContainText('Un autre compte de la plateforme a déjà cette adresse.');
  await expect(stuck.last()).toContainText('répond par le code d’état 503');
  await expect(stuck.last()).toContainText(/6 essais · prochain essai le \d{1,2}(?:er)?\s\p{L}+ \d{4} à \d/u);
  await expect(dialog).toContainText('Corrigez la cause indiquée');
  await dialog.getByRole('button', { name: 'Réessayer maintenant' }).click();
  await expect(page.getByText('2 demandes ont été relancées.')).toBeVisible();
  await expect(dialog).toContainText('Tout est en ordre sur la plateforme.', { timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(refused).toHaveCount(0);
  await expect(exam).not.toContainText('refusée');
});
