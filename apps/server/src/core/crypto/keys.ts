import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../runtime/clock.ts';
import { type Config, ConfigError } from '../runtime/config.ts';
import { makeDataFolder } from '../runtime/dataFolder.ts';
import { operatorText } from '../runtime/operatorText.ts';

/** The keys of this installation, one for each purpose, derived from a master key with HKDF (RFC 5869). */
export interface Keys {
  /** 32 bytes; the same purpose always gives the same key. */
  derive(purpose: string): Buffer;
  /** Identifies the master key without revealing it. */
  readonly fingerprint: Buffer;
  /** The master key itself, for backups. */
  readonly master: string;
}

/** The master key: SECRET_KEY, else `DATA_DIR/secret.key`, made at the first start. */
export function openKeys(config: Pick<Config, 'secretKey' | 'dataDir'>, clock: Clock): Keys {
  const master = config.secretKey ?? readOrMakeKeyFile(config.dataDir, clock);
  const derived = new Map<string, Buffer>();
  const derive = (purpose: string) => {
    const key = derived.get(purpose) ?? deriveFrom(master, purpose);
    derived.set(purpose, key);
    return key;
  };
  return { derive, fingerprint: fingerprintKey(master), master };
}

/** The setting or the file that the key comes from, for operators. */
export function nameKeySource({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  return secretKey === null ? join(dataDir, 'secret.key') : 'SECRET_KEY';
}

export function fingerprintKey(master: string): Buffer {
  return deriveFrom(master, 'fingerprint');
}

function deriveFrom(master: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, 'guichet', purpose, 32));
}

function readOrMakeKeyFile(dataDir: string, clock: Clock): string {
  const path = join(dataDir, 'secret.key');
  if (!fs.existsSync(path)) makeKeyFile(dataDir, clock, fs.linkSync);
  if (fs.statSync(path).isDirectory()) throw new ConfigError(operatorText('keyIsFolder', { path }));
  const key = fs.readFileSync(path, 'utf8').trim();
  if (key.length < 32) throw new ConfigError(operatorText('keyIncomplete', { path }));
  return key;
}

/** Puts a new key in place of that in `DATA_DIR/secret.key`, or the first one. */
export function replaceKeyFile(dataDir: string, clock: Clock): void {
  makeKeyFile(dataDir, clock, fs.renameSync);
}

/** Creates the file atomically, synced to disk; if two processes start at once, the first file that is linked counts. */
function makeKeyFile(dataDir: string, clock: Clock, place: (from: string, to: string) => void): void {
  makeDataFolder(dataDir);
  const path = join(dataDir, 'secret.key');
  const unfinished = `${path}.${process.pid}`;
  fs.writeFileSync(unfinished, clock.randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    place(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
  syncFolder(dataDir);
}

/** Windows cannot sync directories. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = fs.openSync(path, 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}

export function hmac(key: Buffer, text: string): string {
  const secret = secrets.get(key) ?? createSecretKey(key);
  secrets.set(key, secret);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** KeyObjects by buffer: making a KeyObject costs more than the call that uses it. */
const secrets = new WeakMap<Buffer, KeyObject>();

export function sha256(bytes: Buffer | string): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** Compares in constant time. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}
