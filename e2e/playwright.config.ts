import { defineConfig } from '@playwright/test';
import { findBrowser } from '../scripts/setup/browser.mjs';
import { isWholeRun } from './fixtures/wholeRun.ts';

/** Null where none is installed: this file is also read by the check of unused files, and then `globalSetup` says so. */
const executablePath = findBrowser();

/**
 * Playwright's own list, which a second one replaces, and what a whole Chromium else does for each new window: it draws
 * its address bar as a page in a process of its own, and keeps another process ready.
 */
const disabledFeatures = [
  ...[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'TcpPortRandomizationWin',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'],
];

/** Whole sessions at a person's pace and the scenes: begun last, one worker would go through them alone. */
const longJourneys = /(firstHour|largeExam|scenes|wholeSession\.\w+)\.spec\.ts$/;

/** One journey of several minutes. */
const onlyInWholeRun = isWholeRun ? [] : [/largeExam\.spec\.ts$/];

export default defineConfig({
  testDir: '.',
  projects: [
    {
      name: 'long',
      testMatch: longJourneys,
      testIgnore: onlyInWholeRun,
      use: { reducedMotion: 'no-preference' },
    },
    { name: 'other', testIgnore: longJourneys },
  ],
  globalSetup: './fixtures/portalTemplate.ts',
  outputDir: 'results',
  workers: 2,
  // On a busy machine a browser may miss a time; `npm test` says how many journeys were repeated.
  retries: 1,
  forbidOnly: process.env.CI === 'true',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'results/report.json' }],
  ],
  use: {
    locale: 'fr-CA',
    timezoneId: 'America/Toronto',
    // Drawn in software, each transition costs as much as a small page. Whole sessions, and what is about motion, have it.
    reducedMotion: 'reduce',
    // A trace of every journey costs as much as the journey; `--trace on` makes one of those that need a look.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // On Linux neither root nor most containers can have a sandbox; the pages opened are only ours.
      chromiumSandbox: process.platform !== 'linux',
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
});
