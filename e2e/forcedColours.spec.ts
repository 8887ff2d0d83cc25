import type { Locator, Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

/** The colours that the page is drawn with. */
const colourOf = (element: Locator, property: string, pseudo?: string) =>
  element.evaluate(
    (one, [name, part]) => getComputedStyle(one, part).getPropertyValue(name ?? ''),
    [property, pseudo],
  );

const paper = (page: Page) => colourOf(page.locator('html'), 'background-color');

async function expectFilled(page: Page, element: Locator, pseudo?: string): Promise<void> {
  await expect(element).toBeVisible();
  const fill = () => colourOf(element, 'background-color', pseudo);
  // A tab takes its fill a moment after it is there.
  await expect.poll(async () => [await paper(page), 'rgba(0, 0, 0, 0)'].includes(await fill())).toBe(false);
}

async function expectEdged(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  expect(Number.parseFloat(await colourOf(element, 'border-top-width'))).toBeGreaterThanOrEqual(1);
  expect(await colourOf(element, 'border-top-color')).not.toBe(await paper(page));
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`in forced colours, ${colorScheme}, bars, badges, tabs, buttons, boxes and the focus keep an edge or a fill`, async ({
    page,
    portal,
  }) => {
    const staff = await Desk.open(portal.url, 'admin.cgpp@demo.example', 9);
    const exam = await staff.makeExam(`Contraste ${colorScheme}`);
    await staff.place(exam, new Uint8Array(listOf(lineOf('Zoé', { email: 'zoe.contraste@x.example' }))));
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await enterAs(page, 'admin.cgpp@demo.example');

    await page.goto('/cgpp/configuration?tab=cohorts');
    await expectFilled(page, page.getByRole('tab', { selected: true }), '::after');
    await expectFilled(
      page,
      page.locator('label').filter({ has: page.getByRole('radio', { checked: true }) }),
    );
    await expectEdged(page, page.getByRole('link', { name: /^Voir les personnes inscrites/ }).first());
    const bar = page.getByRole('figure').first();
    for (const part of await bar.locator('> div > span, li > span[aria-hidden]').all())
      await expectFilled(page, part);
    await page
      .getByRole('button', { name: /^Autres actions/ })
      .first()
      .press('Enter');
    await expectFilled(page, page.locator('[role=menuitem]:focus'));
    await page.keyboard.press('Escape');

    await page.goto('/cgpp/configuration?tab=spaces');
    const create = page.getByRole('button', { name: 'Créer l’examen' });
    await expectEdged(page, create);
    await page.getByLabel('Titre', { exact: true }).fill(`Insigne ${colorScheme}`);
    await page.getByLabel('Date de l’examen').fill('2099-02-12');
    await create.press('Enter');
    await expect(page.getByText(/^Examen créé/)).toBeVisible();
    await create.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await colourOf(create, 'outline-style')).toBe('solid');
    expect(await colourOf(create, 'outline-color')).not.toBe(await paper(page));

    await page.goto('/cgpp/configuration?tab=import');
    const box = page.getByRole('checkbox', { checked: true }).first();
    await expect(box).toBeVisible();
    expect(await colourOf(box, 'appearance')).toBe('auto');
    await page.goto('/configuration/users?size=10');
    await expectFilled(page, page.locator('nav button[aria-current=page]'));
    await page.keyboard.press('Control+K');
    await expectFilled(page, page.getByRole('dialog').getByRole('option', { selected: true }));
  });
