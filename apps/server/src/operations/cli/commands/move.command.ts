import { resolve } from 'node:path';
import type { Config } from '../../../core/runtime/config.ts';
import { goBack, moveUniversity } from '../move/moveUniversity.ts';
import { findSwitch } from '../move/portalSwitch.ts';
import { openSettings } from '../move/settingsFile.ts';
import { type Command, CommandRefusal, type Given, type Terminal } from '../terminal/command.ts';

export const move: Command = {
  name: 'move',
  takes: 'ADDRESS (--unit UNIT | --stop COMMAND --start COMMAND) [--settings FILE] [--ready URL] [--undo]',
  names: ['ADDRESS'],
  options: {
    unit: { type: 'string' },
    stop: { type: 'string' },
    start: { type: 'string' },
    settings: { type: 'string' },
    ready: { type: 'string' },
    undo: { type: 'boolean' },
  },
  about: 'aboutMove',
  async run(config, { names: [to = ''], options }, terminal) {
    const { t, say } = terminal;
    if (options.settings === undefined) findServer(config, terminal);
    const settings = await openSettings(findPath(options, terminal), terminal);
    const from = findServer(settings.config, terminal);
    if (options.settings === undefined && config.databaseUrl !== from)
      throw new CommandRefusal(t('moveSettingsElsewhere', { path: settings.path }));
    const portal = findSwitch(settings.config, options, terminal);
    const university = { move: { from, to }, portal, settings };
    if (from !== to && options.undo === true) await goBack(university, terminal);
    else if (from !== to) await moveUniversity(university, terminal);
    else {
      // The call that was cut off had come as far as the settings.
      if (!(await portal.isReady())) await portal.start();
      say(t('moveThere'));
    }
    return 0;
  },
};

function findPath({ settings }: Given['options'], { folder }: Terminal): string {
  return settings === undefined ? '.env' : resolve(folder, String(settings));
}

function findServer({ databaseUrl }: Config, { t }: Terminal): string {
  if (databaseUrl === null) throw new CommandRefusal(t('moveWithoutServer'));
  return databaseUrl;
}
