import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  define: { __SESSION_STORE__: '"local"', __EDITOR_FOLDER__: '"/assets/editor"' },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    testTimeout: 60_000,
    // On two cores: some tests wait for a second reading of what is polled.
    maxWorkers: 3,
    // One window and one copy of each module for all files of a worker, which the setup empties before each test: a window
    // takes longer than a file. So no test mocks a module (vi.mock) or resets them (vi.resetModules): the next file would have it.
    isolate: false,
  },
});
