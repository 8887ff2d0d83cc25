import { defineConfig } from '@playwright/test';
import { findBrowser } from '../scripts/setup/browser.mjs';

const executablePath = findBrowser();
if (!executablePath)
  throw new Error('No Chromium was found. Install Chromium or Chrome, or set CHROMIUM to its path.');

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

export default defineConfig({
  testDir: '.',
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
    // A trace of every journey costs as much as the journey; `--trace on` makes one of those that need a look.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
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
