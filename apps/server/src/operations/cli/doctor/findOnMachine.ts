import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes } from '../../../core/database/diskSpace.ts';
import { type Config, listMisspelt } from '../../../core/runtime/config.ts';
import { findForbidden } from '../../../core/runtime/fileAccess.ts';
import { lacksPublicAddress } from '../../../core/runtime/publicAddress.ts';
import { build } from '../../../core/runtime/version.ts';
import { probeMailServer } from '../../../mail/outbox/outbox.service.ts';
import type { Terminal } from '../terminal/command.ts';

export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly line: string;
  /** How to mend the finding. */
  readonly advice?: string;
}

export const symbols = { ok: '[ok]  ', warn: '[warn]', fail: '[fail]' } as const;

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

const gigabyte = 1024 ** 3;
const mailSeconds = 8;

/** Findings that need no database; that of the mail server, which is waited for, comes last. */
export async function* findOnMachine(config: Config, terminal: Terminal): AsyncGenerator<Finding> {
  yield { level: 'ok', line: terminal.t('versions', { version: build, node: process.versions.node }) };
  for (const slip of listMisspelt()) yield { level: 'warn', line: terminal.t('misspelt', slip) };
  yield* findPublicUrl(config, terminal);
  yield findFolder(config, terminal);
  yield findSpace(config, terminal);
  if (config.learningPlatform === 'builtin') yield { level: 'ok', line: terminal.t('learningBuiltin') };
  yield await findMail(config, terminal);
}

function findPublicUrl({ publicUrl }: Config, { t }: Terminal): Finding[] {
  const { protocol, hostname } = new URL(publicUrl);
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  if (protocol === 'https:' || isHere) return [];
  return [{ level: 'warn', line: t('notEncrypted', { publicUrl }), advice: t('notEncryptedAdvice') }];
}

function findFolder({ dataDir }: Config, { t }: Terminal): Finding {
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
    return { level: 'ok', line: t('folderWritable', { folder: dataDir }) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return { level: 'fail', line: t('folderShut', { folder: dataDir, code }), advice: t('folderShutAdvice') };
  }
}

function findSpace({ dataDir }: Config, { t }: Terminal): Finding {
  const free = freeBytes(dataDir) ?? 0;
  const line = t('diskFree', { free: megabytes(free), folder: dataDir });
  if (free > gigabyte) return { level: 'ok', line };
  return { level: free > gigabyte / 10 ? 'warn' : 'fail', line, advice: t('diskAdvice') };
}

async function findMail(config: Config, { t, language, progress }: Terminal): Promise<Finding> {
  const { publicUrl } = config;
  if (lacksPublicAddress(config))
    return { level: 'fail', line: t('noPublicUrl', { publicUrl }), advice: t('noPublicUrlAdvice') };
  const folder = join(config.dataDir, 'outbox');
  const forbidden = config.smtpUrl === null ? findForbidden([folder]) : null;
  if (forbidden !== null) return { level: 'fail', line: t('outboxShut', { folder }), advice: forbidden };
  if (!config.smtpUrl) return { level: 'warn', line: t('noMailServer'), advice: t('noMailServerAdvice') };
  const { host } = new URL(config.smtpUrl);
  progress(t('mailServerAsked', { host, seconds: mailSeconds }));
  const failure = await probeMailServer(config, language, mailSeconds * 1000);
  if (failure === null) return { level: 'ok', line: t('mailServer', { host }) };
  // The portal works meanwhile, and sends what waits once the server answers.
  const level = failure.isDown ? 'warn' : 'fail';
  return { level, line: t('mailServerShut', { host }), advice: failure.words };
}
