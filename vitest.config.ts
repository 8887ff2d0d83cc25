import { defineConfig } from 'vitest/config';

// All tests from the project's folder: `npx vitest run apps/server/src/exams/facts`. `npm test` runs them part by part.
export default defineConfig({ test: { projects: ['packages/*', 'apps/{server,web}', 'scripts'] } });
