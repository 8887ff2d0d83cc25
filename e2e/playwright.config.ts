import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
const long = [
  ...['firstHour', 'largeExam', 'scenes'],
  ...['wholeSession.admin', 'wholeSession.candidate', 'wholeSession.reader', 'wholeSession.support'],
];

/** What `npm test` runs, unless it is to be whole: from an empty machine and a list to the learning platform, and sign-in. */
const line = ['line', 'signIn'];

const isOfLine = process.env.JOURNEYS === 'line';

const longOnes = long.filter((name) => isWholeRun || name !== 'largeExam');

/** @throws for a name without a file, whose journey would be left out unseen */
function filesOf(names: readonly string[]): string[] {
  const missing = names.find((name) => !existsSync(join(import.meta.dirname, `${name}.spec.ts`)));
  if (missing) throw new Error(`There is no journey ${missing}.spec.ts.`);
  return names.map((name) => `**/${name}.spec.ts`);
}

export default defineConfig({
  testDir: '.',
  projects: [
    {
      name: 'long',
      testMatch: isOfLine ? [] : filesOf(longOnes),
      use: { reducedMotion: 'no-preference' },
    },
    { name: 'other', ...(isOfLine && { testMatch: filesOf(line) }), testIgnore: filesOf(long) },
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
    // What is waited for in vain fails by itself, long before its journey would, and says what it waited for.
    actionTimeout: 60_000,
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
