import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from '../../platform/crypto/keys.ts';
import type { Header } from '../../platform/database/backup/format.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { CommandRefusal, type Terminal } from '../terminal/command.ts';

interface KeyPlan {
  /** Before the rows are restored: writes the key beside its final path. */
  prepare(): void;
  /** After the rows are restored. */
  settle(): void;
}

/**
 * Plans the restore of the key: links and encrypted secrets in a backup only work with the key that they were made with.
 * @throws CommandRefusal when this installation uses another key
 */
export function planKey(
  { secretKey, dataDir }: Config,
  key: Header['key'],
  { isReplacing, t }: { readonly isReplacing: boolean } & Pick<Terminal, 't'>,
): KeyPlan {
  const isSame = (master: string) => fingerprintOf(master).toString('hex') === key.fingerprint;
  const nothing: KeyPlan = { prepare() {}, settle() {} };
  if (secretKey !== null) {
    if (isSame(secretKey)) return nothing;
    throw new CommandRefusal(t('keyDiffers'));
  }
  const path = join(dataDir, 'secret.key');
  const isThere = existsSync(path);
  if (isThere && isSame(readFileSync(path, 'utf8').trim())) return nothing;
  const { secret } = key;
  if (secret === null) throw new CommandRefusal(t('keyMissing'));
  if (isThere && !isReplacing) throw new CommandRefusal(t('keyFileDiffers', { path }));
  return {
    prepare() {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      writeFileSync(`${path}.restored`, secret, { mode: 0o600, flush: true });
      // An empty database uses no key yet, so the key is in place before the rows that need it.
      if (!isThere) renameSync(`${path}.restored`, path);
    },
    settle() {
      if (isThere) renameSync(`${path}.restored`, path);
    },
  };
}
