import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Language, languages } from '@guichet/contract/core/language';
import { importMaxBytes, type Preview, type Progress } from '@guichet/contract/imports';
import { type Command, CommandRefusal, type Terminal, UsageError } from './command.ts';
import { doDeed } from './openHouse.ts';
import { sayRefusal } from './sayRefusal.ts';

const megabyte = 1024 * 1024;

export const importCommand: Command = {
  name: 'import',
  takes:
    'FILE --system N --cohort COURSE [--language fr|en] [--send-email] [--include-hidden] [--repair-text] [--preview]',
  names: ['FILE'],
  options: {
    system: { type: 'string' },
    cohort: { type: 'string' },
    language: { type: 'string' },
    'send-email': { type: 'boolean' },
    'include-hidden': { type: 'boolean' },
    'repair-text': { type: 'boolean' },
    preview: { type: 'boolean' },
  },
  about: {
    fr: 'Place les candidats d’une liste (.xlsx, .ods, CSV, texte ou page web) dans une cohorte, tous ou aucun, avec les mêmes contrôles que la page.\n--cohort : l’identifiant du cours de la cohorte.\n--language : pour les lignes qui n’en indiquent pas (fr sans autre choix).\n--send-email : envoie à chacun son invitation.\n--include-hidden : aussi les lignes masquées dans le classeur.\n--repair-text : rétablit les accents d’un texte encodé deux fois.\n--preview : dit ce qui se passerait, sans rien changer.',
    en: 'Places the candidates of a list (.xlsx, .ods, CSV, text or web page) in a cohort, all or none, with the same checks as the page.\n--cohort: the id of the cohort’s course.\n--language: for lines that state none (fr unless said otherwise).\n--send-email: sends each of them the invitation.\n--include-hidden: also the rows that are hidden in the workbook.\n--repair-text: restores the accents of text that was encoded twice.\n--preview: says what would happen, and changes nothing.',
  },
  async run(config, { names: [file = ''], options }, terminal) {
    const { t, say, progress } = terminal;
    const { system, cohort, language = 'fr' } = options as Readonly<Record<string, string | undefined>>;
    const systemId = Number(system);
    if (!system || !Number.isSafeInteger(systemId) || !cohort)
      throw new UsageError(t('argumentMissing', { what: '--system, --cohort', command: 'import' }));
    if (!languages.includes(language as Language))
      throw new UsageError(t('unknownOption', { problem: `--language ${language}`, command: 'import' }));
    const order = {
      systemId,
      selectedCourse: cohort,
      languageId: language as Language,
      sendEmail: options['send-email'] === true,
      includeHidden: options['include-hidden'] === true,
      repairText: options['repair-text'] === true,
      fileName: basename(file),
      reader: terminal.language,
      isPreview: options.preview === true,
    };
    const bytes = await readList(resolve(terminal.folder, file), terminal);
    const tell = (told: unknown) => progress(t('importRows', { rows: (told as Progress).rows }));
    const outcome = await doDeed(config, 'importList', order, terminal, { file: bytes, tell });
    if (typeof outcome === 'number') say(t('importDone', { placed: outcome, file: order.fileName }));
    else if ('counts' in outcome) sayPreview(outcome, terminal);
    else return sayRefusal(outcome, terminal);
    return 0;
  },
};

/** @throws CommandRefusal when there is no such file, or it is larger than a list may be. */
async function readList(path: string, { t }: Terminal): Promise<Buffer> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw new CommandRefusal(t('listUnreadable', { path, reason: error.message }));
  });
  if (bytes.length > importMaxBytes)
    throw new CommandRefusal(t('listTooLarge', { path, limit: importMaxBytes / megabyte }));
  return bytes;
}

function sayPreview({ file, counts, mails }: Preview, { t, say }: Terminal): void {
  say(t('previewRows', { rows: file.rows, blank: file.blankLines }));
  say(t('previewAccounts', { made: counts.newAccount, known: counts.knownAccount }));
  say(t('previewLeft', { already: counts.alreadyInCohort, twice: counts.duplicateInFile }));
  say(t('previewMails', { fr: mails.fr, en: mails.en }));
  const { hidden, repaired, skipped } = file;
  if (hidden.rows > 0) say(t(hidden.included ? 'previewHidden' : 'previewHiddenLeft', { rows: hidden.rows }));
  if (repaired.cells > 0) say(t('previewRepaired', { cells: repaired.cells }));
  for (const { line, text } of skipped) say(t('previewSkipped', { line, text }));
  if (file.ignoredColumns.length > 0) say(t('previewIgnored', { columns: file.ignoredColumns.join(', ') }));
}
