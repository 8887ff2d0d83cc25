import { readFile } from 'node:fs/promises';
import { Desk } from './fixtures/desk.ts';
import { pressOn } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'America/Toronto' }).format();

test('by keyboard alone, attestations are marked from a list that was exported, checked, saved and undone', async ({
  page,
  portal,
}) => {
  const staff = await Desk.open(portal.url, 'admin.ilob@demo.example', 7);
  const exam = await staff.makeExam('Résultats', today);
  await staff.place(
    exam,
    new Uint8Array(listOf(...['Agathe', 'Basile', 'Carla'].map((name) => lineOf(name)))),
  );
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto(`/configuration/exams/7/${exam.id}`);
  await pressOn(page.getByRole('link', { name: 'Attestations', exact: true }));
  await expect(page.getByRole('heading', { level: 1, name: 'Attestations' })).toBeVisible();

  const saving = page.waitForEvent('download');
  await pressOn(page.getByRole('button', { name: 'CSV', exact: true }));
  const exported = await readFile(await (await saving).path(), 'utf8');
  expect(exported.trim().split('\r\n')).toHaveLength(4);

  const list = exported.replace(/;Non;/, ';Oui;').trim();
  const bytes = Buffer.from(`${list}\r\n;Nul;Nul;nul@etu.example.ca;Oui;\r\n`);
  const mimeType = 'text/csv';
  await page.locator('input[type=file]').setInputFiles({ name: 'resultats.csv', mimeType, buffer: bytes });
  await pressOn(page.getByRole('button', { name: 'Vérifier la liste' }));
  await expect(page.getByRole('row').nth(1)).toContainText('nul@etu.example.ca');
  await expect(page.getByText('1 attestation sera accordée.')).toBeVisible();
  await pressOn(page.getByRole('button', { name: 'Enregistrer 1 changement' }));
  await expect(page.getByText('1 attestation accordée.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await pressOn(page.getByRole('button', { name: 'Annuler ce changement' }));
  await expect(page.getByText(/^Le changement est annulé\. .*1 attestation retirée\.$/)).toBeVisible();
});
