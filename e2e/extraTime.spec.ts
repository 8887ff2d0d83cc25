import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { moodleTest } from './fixtures/moodlePortal.ts';
import { pageTextsIn } from './fixtures/pageTexts.ts';
import { expect } from './fixtures/portal.ts';
import { plural } from './fixtures/sessionActs.ts';
import { languagesOfSessions, readIn, withPortalOfItsOwn } from './fixtures/sessionLanguages.ts';
import { enterAs } from './fixtures/visitor.ts';

const list = Buffer.from(
  [
    'Prénom;Nom;Courriel;Temps supplémentaire',
    'Agathe;Essai;agathe.temps@etu.example.ca;597 min',
    'Basile;Essai;basile.temps@etu.example.ca;',
  ].join('\r\n'),
);

const refusalOfExtraTime = {
  fr: /a une colonne de temps supplémentaire.*la superadministration/,
  en: /has a column of extra time.*super administrator/,
};

for (const language of languagesOfSessions) {
  const test = withPortalOfItsOwn(moodleTest, language);
  test(`by keyboard in ${language}, an administrator imports a list without its extra time, gets the right to it, and sees it in place on Moodle`, async ({
    page,
    portal,
    moodle: { site },
  }) => {
    const t = pageTextsIn(language);
    const staff = await Desk.open(portal.url, 'admin.ilob@demo.example', 7);
    const exam = await staff.makeExam('Temps supplémentaire');
    const superAdmin = await Desk.open(portal.url, 'super@demo.example', 7);
    await superAdmin.takeExtraTimeRights('admin.ilob@demo.example', ['Admin - ILOB']);
    const check = async () => {
      await enterAs(page, 'admin.ilob@demo.example');
      await page.goto(`/ilob/configuration?tab=import&exam=${exam.id}`);
      await expect(page.getByRole('tablist')).toBeVisible();
      if ((await page.evaluate(() => document.documentElement.lang)) !== language)
        await readIn(page, language);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: list });
      await pressOn(page.getByRole('button', { name: t('Import.Check') }));
    };

    await test.step('without the right one question is asked, and the list is imported without the column', async () => {
      await check();
      const refusal = page.getByText(refusalOfExtraTime[language]);
      await expect(refusal.first()).toBeVisible();
      await expect(page.getByText('597')).toHaveCount(0);
      expect(await staff.listCandidates(exam.id)).toEqual([]);
      await pressOn(page.getByRole('button', { name: t('Import.WithoutExtraTime.Yes') }));
      await expect(
        page.getByText(t('Import.WithoutExtraTime.Done', { column: 'Temps supplémentaire' })),
      ).toBeVisible();
      // Not the first field of the page, from which one would go through the whole form once more.
      await expect(page.getByRole('group', { name: plural(t, 'Import.Preview.Rows', 2) })).toBeFocused();
      await expect(page.getByText('597')).toHaveCount(0);
      await pressOn(page.getByRole('button', { name: plural(t, 'Import.Submit', 2) }));
      await expect.poll(async () => (await staff.listCandidates(exam.id)).length).toBe(2);
      expect(site.overrides.size).toBe(0);
    });

    await test.step('a super admin gives the right beside the roles', async () => {
      await enterAs(page, 'super@demo.example');
      await page.goto('/configuration/users?q=admin.ilob@demo.example');
      await pressOn(page.getByRole('button', { name: new RegExp(`^${t('UserInfo.Of').split(/\s?:/)[0]}`) }));
      await pressOn(page.getByRole('button', { name: t('Roles.Open') }));
      const roles = page.getByRole('dialog', { name: new RegExp(`^${t('Roles.Of').split(/\s?:/)[0]}`) });
      await tabTo(roles.getByRole('checkbox', { name: new RegExp(`^${t('Roles.ExtraTime')}`) }).first());
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('Roles.Done').split('{')[0] ?? '')).toBeVisible();
    });

    await check();
    await expect(page.getByText(plural(t, 'Import.Preview.ExtraTimes', 1))).toBeVisible();
    await pressOn(page.getByRole('button', { name: t('Import.Submit.ExtraTimes') }));
    const limits = () => [...site.overrides.values()].map(({ timelimit }) => timelimit);
    // The template's quiz has three hours.
    await expect.poll(limits, { timeout: 60_000 }).toEqual([10_800 + 597 * 60]);

    await page.goto(`/ilob/configuration?tab=users&exam=${exam.id}`);
    await pressOn(
      page
        .getByRole('row', { name: /Agathe/ })
        .getByRole('button', { name: new RegExp(`^${t('UserInfo.Of').split(/\s?:/)[0]}`) }),
    );
    const panel = page.getByRole('dialog', { name: /Agathe/ });
    const field = panel.getByLabel(t('ExtraTime.Label'));
    await expect(field).toHaveValue(/^597\smin$/);
    await expect(panel.getByText(t('ExtraTime.InPlace.one'))).toBeVisible();
    await tabTo(field);
    await page.keyboard.press('Control+A');
    await type(page, language === 'fr' ? '1,5' : '1.5');
    await page.keyboard.press('Enter');
    await expect.poll(limits, { timeout: 30_000 }).toEqual([16_200]);
    await expect(panel.getByText(t('ExtraTime.InPlace.one'))).toBeVisible();
    await pressOn(panel.getByRole('button', { name: t('ExtraTime.Take') }));
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(/\+50\s?%/);
    await pressOn(question.getByRole('button', { name: t('Dialog.Yes') }));
    await expect.poll(limits, { timeout: 30_000 }).toEqual([]);
    await expect(field).toBeFocused();
  });
}
