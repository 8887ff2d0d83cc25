import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config.ts';

/** The journeys' browser, with programs beside it that are no part of the project: one check after the other. */
export default defineConfig({
  ...journeys,
  projects: [{ name: 'sso', testDir: '.', testMatch: '**/*.check.ts' }],
  globalSetup: '../fixtures/portalTemplate.ts',
  outputDir: '../results/sso',
  // A redirect that does not come fails by itself, with its address.
  use: { ...journeys.use, navigationTimeout: 60_000 },
  workers: 1,
  retries: 0,
  reporter: 'list',
});
