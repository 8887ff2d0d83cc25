import { test } from 'vitest';

/**
 * A test that takes as long as all others of its file, which `npm test` leaves to whole runs (`LONG_TESTS=none`); files of
 * such tests are listed in `vitest.config.ts`.
 */
export const longTest = test.skipIf(process.env.LONG_TESTS === 'none');
