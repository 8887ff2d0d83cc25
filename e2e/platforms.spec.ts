import { errors } from '@guichet/contract/core/errors';
import { besidePlatforms } from './fixtures/brightspacePortal.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { pageTextsIn } from './fixtures/pageTexts.ts';
import { expect } from './fixtures/portal.ts';
import { languagesOfSessions, readIn, withPortalOfItsOwn } from './fixtures/sessionLanguages.ts';
import { enterAs } from './fixtures/visitor.ts';

for (const language of languagesOfSessions) {
  const test = withPortalOfItsOwn(besidePlatforms, language);
  test(`a super admin tries a Moodle site, registers it and moves a system there, by keyboard in ${language}`, async ({
    page,
    moodle,
  }) => {
    const t = pageTextsIn(language);
    const { setup } = moodle.site;
    setup.functions = [...setup.functions, 'core_user_delete_users'];
    await enterAs(page, 'super@demo.example');
    await page.goto('/configuration');
    await readIn(page, language);
    await pressOn(page.getByRole('link', { name: t('PlatformsPage.Title') }));
    await expect(page).toHaveURL('/configuration/platforms');
    await expect(page.getByText(t('Platforms.None'))).toBeVisible();

    await pressOn(page.getByRole('button', { name: t('Platforms.Add') }));
    const form = page.getByRole('dialog', { name: t('Platforms.Add') });
    for (const [label, text] of [
      ['Platforms.Name', 'Campus'],
      ['Platforms.Address', moodle.url],
      ['Platforms.Credential.token', setup.token],
      ['Platforms.SemesterId.moodle', '1'],
      ['Platforms.TemplateId.moodle', '2'],
    ] as const) {
      await tabTo(form.getByLabel(t(label), { exact: true }));
      await type(page, text);
    }
    await pressOn(form.getByRole('button', { name: t('Platforms.Try'), exact: true }));
    const answer = form.getByRole('status');
    await expect(answer).toContainText('Moodle 4.5.6');
    await expect(answer).toContainText(t('Platforms.Clock.Right'));
    await expect(answer.locator('xpath=..')).toBeFocused();
    const courses = () => [...moodle.site.courses.values()].map(({ shortname }) => shortname);
    const before = courses();
    await tabTo(form.getByRole('button', { name: t('Platforms.Try.WithCourse') }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const result = form.getByRole('status').filter({ hasText: t('Platforms.Trial.Good') });
    await expect(result).toBeVisible();
    await expect(result.locator('xpath=..')).toBeFocused();
    expect(courses()).toEqual(before);
    await pressOn(form.getByRole('button', { name: t('Platforms.Save'), exact: true }));
    await expect(page.getByRole('rowheader', { name: 'Campus' })).toBeVisible();
    await expect(page.locator('body')).not.toContainText(setup.token);

    await page.goto('/configuration');
    await pressOn(page.getByRole('button', { name: t('Systems.Change.Of', { name: 'DC' }) }));
    const system = page.getByRole('dialog', { name: t('Systems.Change.Of', { name: 'DC' }) });
    await tabTo(system.getByLabel(t('Platforms.OfSystem')));
    await page.keyboard.press('ArrowDown');
    await expect(system.getByText(t('Platforms.Move.Made').split('{')[0] ?? '')).toBeVisible();
    await expect(system.getByText(t('Platforms.Try.Good'))).toBeVisible();
    await pressOn(system.getByRole('button', { name: t('Platforms.Move', { name: 'Campus' }) }));
    await expect(page.getByText(t('Platforms.Moved', { name: 'Campus' }))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(t('Platforms.Of', { name: 'Campus' }), { exact: true })).toBeVisible();
    await expect(page.getByText(t('Platforms.Of.Environment')).first()).toBeVisible();
    // The course of the coming exam is made there, with its candidates.
    await expect.poll(() => courses().filter((name) => name.startsWith('DC-'))).not.toEqual([]);
    await expect
      .poll(() => [...moodle.site.enrolments.values()].some((people) => people.size > 0))
      .toBe(true);

    await page.goto('/configuration/platforms');
    await pressOn(page.getByRole('button', { name: t('Platforms.Remove.Of', { name: 'Campus' }) }));
    const question = page.getByRole('alertdialog');
    await pressOn(question.getByRole('button', { name: t('Dialog.Yes') }));
    await expect(question).toContainText(errors['platform.inUse'][language].split('{')[0] ?? '');
    await expect(question).toContainText('(DC)');
  });
}
