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
  about: {
    fr: [
      'Déménage la base de données vers une base vide d’un autre serveur PostgreSQL\u00a0: la copie pendant que le portail continue, puis',
      'arrête le portail, compare les deux bases, écrit la nouvelle adresse dans les réglages et redémarre le portail.',
      '--unit\u00a0: le service systemd du portail; --stop et --start\u00a0: les commandes qui l’arrêtent et le démarrent, sinon.',
      '--settings\u00a0: le fichier de réglages, sinon .env. --ready\u00a0: l’adresse qui répond 200 quand le portail est prêt.',
      '--undo\u00a0: abandonne un déménagement interrompu et démarre le portail où il était.',
    ].join('\n'),
    en: [
      'Moves the database to an empty one on another PostgreSQL server: copies it while the portal continues to run, then',
      'stops the portal, compares both databases, writes the new address into the settings and starts the portal.',
      '--unit: the portal’s systemd unit; otherwise --stop and --start: the commands that stop and start it.',
      '--settings: the settings file, otherwise .env. --ready: the address that answers 200 when the portal is ready.',
      '--undo: gives up a move that was interrupted, and starts the portal where it was.',
    ].join('\n'),
  },
  async run(config, { names: [to = ''], options }, terminal) {
    const { t, say } = terminal;
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
