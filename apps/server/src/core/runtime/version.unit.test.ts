import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../../scripts/setup/place.mjs';
import { version } from './version.ts';

test('the program says the version after which its packages are named', () => {
  expect(version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
});
