import { type Browser, type BrowserContextOptions, devices, type Page } from '@playwright/test';
import {
  openUniversity,
  type University,
} from '../apps/server/src/identity/federation/fixtures/university.ts';
import { providerButton, registerProvider } from './fixtures/identityProvider.ts';
import { pressOn } from './fixtures/keyboard.ts';
import { mailingTest } from './fixtures/mailingPortal.ts';
import { pageTextsIn } from './fixtures/pageTexts.ts';
import { demo, expect } from './fixtures/portal.ts';
import { PortalProcess } from './fixtures/portalProcess.ts';
import { templateOf } from './fixtures/portalTemplate.ts';
import { password, signIn, username } from './fixtures/signInPage.ts';
import { demoPassword } from './fixtures/visitor.ts';

const helpDesk = '613 555-0142';
const settings = { ...demo, LEARNING_PRIVATE_HOSTS: '127.0.0.1', UNIVERSITY_PHONE: helpDesk };

const test = mailingTest.extend<object, { university: University }>({
  settings: [({ mailbox }, use) => use({ ...settings, SMTP_URL: mailbox.url }), { scope: 'worker' }],
  university: [
    async ({ portal }, use) => {
      const university = await openUniversity();
      await registerProvider(portal.url, university);
      await use(university);
      university.close();
    },
    { scope: 'worker' },
  ],
});

test.beforeEach(({ university }) => {
  university.reset();
  university.behaviour.asks = true;
});

type Language = 'fr' | 'en';
const languages = ['fr', 'en'] as const;
const say = { fr: pageTextsIn('fr'), en: pageTextsIn('en') };
const enter = (page: Page) => page.getByRole('link', { name: 'Entrer' });

/** A browser of its own, in this language. */
async function openPage(
  browser: Browser,
  baseURL: string,
  language: Language,
  more: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ ...more, baseURL, locale: `${language}-CA` });
  return context.newPage();
}

/** Wants the own account, and goes by the button; resolves with the return address, before the university's page. */
async function leave(page: Page, language: Language, wanted = '/account'): Promise<string> {
  await page.goto(language === 'fr' ? wanted : `/en${wanted}`);
  await pressOn(page.getByRole('button', { name: providerButton[language] }));
  return (await enter(page).getAttribute('href')) ?? '';
}

/** The first time: the password shows that the account here is theirs too. */
async function join(page: Page, language: Language): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say[language]('Federation.Join.Title'));
  await password(page).pressSequentially(demoPassword);
  await page.keyboard.press('Enter');
}

/** The refusal says what to do and whom to call, and leads on to the password. */
async function expectWayOn(page: Page, language: Language, why: string): Promise<void> {
  const text = say[language];
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('Federation.NotOpen'));
  await expect(page.getByRole('alert')).toHaveText(text(`Federation.Refused.${why}`));
  await expect(page.getByRole('link', { name: helpDesk })).toBeVisible();
  await pressOn(page.getByRole('button', { name: text('ForgotPassword.BackToLogin') }));
  await expect(username(page)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

for (const language of languages) {
  const candidate = `candidate.${language === 'fr' ? 'np' : 'tep'}@demo.example`;

  test(`a sign-in cut in the middle leads to the page that was wanted all the same (${language})`, async ({
    browser,
    portal,
    university: { behaviour },
  }) => {
    const page = await openPage(browser, portal.url, language);
    await test.step('Back from the university’s own page', async () => {
      await leave(page, language);
      await page.goBack();
      await signIn(page, candidate);
      await expect(page).toHaveURL(/\/account$/);
      await page.goto('/logout');
      await expect(username(page)).toBeVisible();
    });
    await test.step('a refusal there', async () => {
      behaviour.error = 'access_denied';
      await leave(page, language);
      await pressOn(enter(page));
      await expectWayOn(page, language, 'cancelled');
      await signIn(page, candidate);
      await expect(page).toHaveURL(/\/account$/);
    });
    await page.context().close();
  });

  test(`two tabs come back, and Back after the return leads to no error (${language})`, async ({
    browser,
    portal,
    university: { behaviour },
  }) => {
    const email = 'admin.dc@demo.example';
    behaviour.claims = { sub: `tabs-${language}`, name: 'Dominique', email };
    const page = await openPage(browser, portal.url, language);
    const other = await page.context().newPage();
    await leave(page, language);
    const late = await leave(other, language);
    await pressOn(enter(page));
    await join(page, language);
    await expect(page).toHaveURL(/\/account$/);
    await pressOn(enter(other));
    await expect(other).toHaveURL(/\/account$/);
    await expect(other.getByRole('row', { name: /Dominique/ }).first()).toBeVisible();

    await other.goBack();
    const goOn = say[language]('LoginPage.Already.Continue');
    await expect(other.getByRole('main').getByRole('link', { name: goOn })).toBeVisible();
    await other.goBack();
    await pressOn(enter(other));
    await expect(other).toHaveURL(/\/home$/);
    await expect(other.getByRole('heading', { level: 1 })).toContainText(/Bonjour|Hello/);
    await other.goto('/logout');
    await expect(username(other)).toBeVisible();
    await other.goto(late);
    await expectWayOn(other, language, 'over');
    await page.context().close();
  });

  test(`the link of the mail in a private window is refused there, and works where the person began (${language})`, async ({
    browser,
    portal,
    mailbox,
    university: { behaviour },
  }) => {
    behaviour.claims = { sub: `mail-${language}`, name: 'Camille', email: candidate };
    const page = await openPage(browser, portal.url, language);
    await leave(page, language);
    await pressOn(enter(page));
    await pressOn(page.getByRole('button', { name: say[language]('Federation.Join.Mail') }));
    await expect(page.getByText(say[language]('Federation.Join.Mailed', { email: candidate }))).toBeVisible();
    const { html } = await mailbox.waitForMail(candidate, /Joignez votre compte|Link your/);
    const link =
      /href="([^"]+\/university\/confirm-email[^"]+)"/.exec(html)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const open = async (window: Page, address = link) => {
      await window.goto(address);
      await pressOn(
        window.getByRole('button', { name: /^(Joindre les deux comptes|Link the two accounts)$/ }),
      );
    };
    const privateWindow = await openPage(browser, portal.url, language);
    await open(privateWindow);
    const mailed = (await privateWindow.locator('html').getAttribute('lang')) as Language;
    await expectWayOn(privateWindow, mailed, 'otherBrowser');
    await open(privateWindow, link.replace(/(\?t=[^&]{30})[^&]*/, '$1'));
    await expectWayOn(privateWindow, mailed, 'linkCut');
    await privateWindow.goto(link.replace(/\?.*/, `?lang=${mailed}`));
    await expectWayOn(privateWindow, mailed, 'linkCut');
    await privateWindow.context().close();

    const tab = await page.context().newPage();
    await open(tab);
    await expect(tab).not.toHaveURL(/login|university/);
    await page.context().close();
  });

  test(`what was begun in an app of a telephone goes on there alone, and without cookies by the password (${language})`, async ({
    browser,
    portal,
    university: { behaviour },
  }) => {
    const email = 'admin.np@demo.example';
    behaviour.claims = { sub: `app-${language}`, name: 'Noa', email };
    const { userAgent, defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    const inApp = `${userAgent.replace('Chrome/', 'Version/4.0 Chrome/')} [FB_IAB/FB4A;FBAV/500.0;]`;
    const page = await openPage(browser, portal.url, language, { ...phone, userAgent: inApp });
    const back = await leave(page, language);
    const usual = await openPage(browser, portal.url, language, { ...phone, userAgent });
    await usual.goto(back);
    await expectWayOn(usual, language, 'otherBrowser');
    await usual.context().close();
    await pressOn(enter(page));
    await join(page, language);
    await expect(page).toHaveURL(/\/account$/);
    await page.context().close();

    const strict = await openPage(browser, portal.url, language);
    await forbidStorage(strict);
    await leave(strict, language);
    await strict.context().clearCookies();
    await pressOn(enter(strict));
    await expectWayOn(strict, language, 'otherBrowser');
    await signIn(strict, email);
    await expect(strict.getByRole('heading', { level: 1 })).toContainText(/Bonjour|Hello/);
    await strict.context().close();
  });
}

/** As in a browser that blocks all cookies. */
function forbidStorage(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    for (const store of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, store, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
}

test('whoever comes back after an hour begins anew, and still reaches the page that was wanted', async ({
  browser,
}) => {
  const clock = new URL('./fixtures/shiftedClock.mjs', import.meta.url).href;
  const slow = await openUniversity();
  slow.behaviour.asks = true;
  const own = await PortalProcess.start(settings, await templateOf(settings));
  await registerProvider(own.url, slow);
  const pages: Page[] = [];
  for (const language of languages) {
    const page = await openPage(browser, own.url, language);
    await leave(page, language);
    pages.push(page);
  }
  await own.stop();
  const anHour = String(61 * 60 * 1000);
  await own.startAgain({ NODE_OPTIONS: `--import=${clock}`, SHIFTED_CLOCK_MILLISECONDS: anHour });
  for (const [n, page] of pages.entries()) {
    await pressOn(enter(page));
    await expectWayOn(page, languages[n] ?? 'fr', 'over');
    await signIn(page, 'admin.dc@demo.example');
    await expect(page).toHaveURL(/\/account$/);
    await page.context().close();
  }
  slow.close();
  await own.stop();
  own.removeData();
});
