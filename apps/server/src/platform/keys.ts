import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';

/** Secrets of this installation, one per purpose, all derived from one master key (RFC 5869). */
export interface Keys {
  /** A key of 32 bytes for one purpose, always the same. */
  derive(purpose: string): Buffer;
  /** Tells installations apart without giving the key away. */
  readonly fingerprint: Buffer;
}

/**
 * The master key: setting SECRET_KEY, else `DATA_DIR/secret.key`, made at the first start. Server processes that
 * share a database must share it.
 */
export function openKeys(config: Pick<Config, 'secretKey' | 'dataDir'>, clock: Clock): Keys {
  const master = config.secretKey ?? readOrMakeKeyFile(config.dataDir, clock);
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'guichet', purpose, 32));
  return { derive, fingerprint: derive('fingerprint') };
}

function readOrMakeKeyFile(dataDir: string, clock: Clock): string {
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, clock.randomBytes(32).toString('base64url'), {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
  }
  return readFileSync(path, 'utf8').trim();
}

export function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

export function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Compares in a time that does not depend on where the texts differ. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}
