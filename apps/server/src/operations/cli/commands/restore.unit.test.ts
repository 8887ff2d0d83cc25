import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fingerprintKey } from '../../../core/crypto/keys.ts';
import type { Config } from '../../../core/runtime/config.ts';
import { planKey } from './restore.command.ts';

it('a former key that cannot be kept ends a restore before any row is replaced', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-key-'));
  const [path, former, secret] = [join(dataDir, 'secret.key'), 'f'.repeat(43), 's'.repeat(43)];
  writeFileSync(path, former);
  const fingerprint = fingerprintKey(secret).toString('hex');
  const plan = () =>
    planKey(
      { secretKey: null, dataDir } as Config,
      { fingerprint, secret },
      { isReplacing: true, t: (word) => word },
    );
  const keptAs = plan().keptAs ?? '';
  mkdirSync(keptAs);
  expect(() => plan().prepare()).toThrow();
  expect(readFileSync(path, 'utf8')).toBe(former);
});
