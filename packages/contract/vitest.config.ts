import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../../node_modules/.vite/contract',
  test: { name: 'contract', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
