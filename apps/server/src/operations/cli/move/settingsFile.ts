import { chmod, chown, open, readFile, realpath, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { type Config, readConfig } from '../../../core/runtime/config.ts';
import { syncFolder } from '../../../core/runtime/syncFolder.ts';
import { CommandRefusal, type Terminal } from '../terminal/command.ts';

/** The file with the settings of a portal, in which the value of `DATABASE_URL` is replaced and nothing else. */
export interface SettingsFile {
  readonly path: string;
  readonly config: Config;
  /** Writes the file with another address beside the present one. @throws CommandRefusal where that would change more */
  prepare(databaseUrl: string): Promise<void>;
  /** Puts the prepared file in place, whole or not at all. */
  replace(): Promise<void>;
  /** Puts the file in place as it was. */
  restore(): Promise<void>;
}

/** @throws CommandRefusal without the file; ConfigError for a setting in it that is not valid */
export async function openSettings(path: string, { t }: Pick<Terminal, 't'>): Promise<SettingsFile> {
  // Renaming onto a link would replace the link.
  const file = await realpath(path).catch(() => {
    throw new CommandRefusal(t('moveSettingsMissing', { path }));
  });
  const text = await readFile(file, 'utf8');
  const settings = parseEnv(text);
  const prepared = `${file}.moving`;
  const replace = async () => {
    await rename(prepared, file);
    await syncFolder(dirname(file));
  };
  return {
    path: file,
    config: readConfig(settings),
    async prepare(databaseUrl) {
      const changed = text
        .split('\n')
        .map((line) =>
          /^\s*(?:export\s+)?DATABASE_URL\s*=/.test(line)
            ? line.replace(settings.DATABASE_URL ?? '', () => databaseUrl)
            : line,
        )
        .join('\n');
      const isAllElseSame = isDeepStrictEqual(parseEnv(changed), { ...settings, DATABASE_URL: databaseUrl });
      if (!isAllElseSame) throw new CommandRefusal(t('moveSettingsUnclear', { path: file }));
      await writeLike(file, prepared, changed);
    },
    replace,
    async restore() {
      await writeLike(file, prepared, text);
      await replace();
    },
  };
}

/** Writes a file of the same owner and mode as `model`. */
async function writeLike(model: string, path: string, text: string): Promise<void> {
  const { mode, uid, gid } = await stat(model);
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chown(path, uid, gid);
  await chmod(path, mode);
}
