import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** `npm run pictures`: takes the pictures of docs/tour.md anew. */
export default defineConfig({
  ...journeys,
  projects: [{ name: 'pictures', testMatch: ['pictures.ts', 'platformPictures.ts'] }],
  reporter: 'list',
  use: { ...journeys.use, screenshot: 'off' },
});
