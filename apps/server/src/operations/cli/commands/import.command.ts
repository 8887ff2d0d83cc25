import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Language, languages } from '@guichet/contract/core/language';
import { importMaxBytes } from '@guichet/contract/imports/imports';
import {
  type ColumnMatch,
  type ColumnMatchFault,
  columnMatch,
  sheetNames,
} from '@guichet/contract/imports/imports.columns';
import { type LeaverAnswer, leaverAnswers } from '@guichet/contract/imports/imports.edits';
import { type ListEncoding, listEncodings } from '@guichet/contract/imports/imports.encodings';
import * as z from 'zod/mini';
import { faultOfMatch, listFields } from '../../../imports/imports.service.ts';
import { runOperation } from '../control/runOperation.ts';
import type { Told } from '../import/importList.ts';
import { printNotes, printPreview, printRefusal } from '../import/printPreview.ts';
import { type Command, CommandRefusal, type Terminal, UsageError } from '../terminal/command.ts';

const megabyte = 1024 * 1024;

export const importCommand: Command = {
  name: 'import',
  takes:
    'FILE --system N --exam COURSE [--language fr|en] [--send-email] [--include-hidden] [--repair-text] [--encoding NAME] [--cells-as-written] [--single-names] [--truth-names] [--without-extra-time] [--sheets NAMES] [--leavers leaveOut|take] [--columns JSON] [--heading-line N] [--ignore-unread] [--preview]',
  names: ['FILE'],
  options: {
    system: { type: 'string' },
    exam: { type: 'string' },
    language: { type: 'string' },
    'send-email': { type: 'boolean' },
    'include-hidden': { type: 'boolean' },
    'repair-text': { type: 'boolean' },
    encoding: { type: 'string' },
    'cells-as-written': { type: 'boolean' },
    'single-names': { type: 'boolean' },
    'truth-names': { type: 'boolean' },
    'without-extra-time': { type: 'boolean' },
    sheets: { type: 'string' },
    leavers: { type: 'string' },
    columns: { type: 'string' },
    'heading-line': { type: 'string' },
    'ignore-unread': { type: 'boolean' },
    preview: { type: 'boolean' },
  },
  about: {
    fr: `Inscrit les personnes d’une liste (.xlsx, .ods, CSV, texte ou page web) à un examen, toutes ou aucune, avec les mêmes vérifications que la page.\n--exam\u00a0: l’identifiant du cours de l’examen.\n--language\u00a0: pour les lignes qui n’en indiquent pas (fr par défaut).\n--send-email\u00a0: envoie à chaque personne sa convocation.\n--include-hidden\u00a0: inclut les lignes masquées dans le classeur.\n--repair-text\u00a0: rétablit les accents d’un texte encodé deux fois.\n--encoding\u00a0: l’encodage d’un fichier texte, si le portail se trompe ou hésite (${listEncodings.join(', ')}).\n--cells-as-written\u00a0: laisse telles quelles les cellules qu’un autre programme a altérées, comme O&#039;Brien.\n--single-names\u00a0: une ligne dont un des noms est vide est une personne qui n’en a qu’un.\n--truth-names\u00a0: VRAI, FAUX, TRUE et FALSE dans une colonne de noms sont des noms.\n--without-extra-time\u00a0: ne lit pas la colonne du temps supplémentaire.\n--sheets\u00a0: la feuille à lire, ou plusieurs comme une seule liste (une liste JSON de noms).\n--leavers\u00a0: laisse de côté (leaveOut) les personnes qui ne sont plus inscrites d’après la liste, ou les inscrit quand même (take).\n--columns\u00a0: le champ de chaque colonne, par son numéro à partir de 0, comme '{"0":"fullName","3":"email"}'; les champs sont ${listFields.join(', ')}, et list.NOM conserve une autre colonne sous ce nom.\n--heading-line\u00a0: la ligne des titres, 0 s’il n’y en a pas.\n--ignore-unread\u00a0: importe aussi si une colonne non lue semble contenir des données nécessaires.\n--preview\u00a0: affiche le résultat prévu, sans rien changer.`,
    en: `Enrols the people in a list (.xlsx, .ods, CSV, text or web page) in an exam, all or none, with the same checks as the page.\n--exam: the id of the exam’s course.\n--language: for lines that give none (fr by default).\n--send-email: sends each person the invitation.\n--include-hidden: includes rows hidden in the workbook.\n--repair-text: restores the accents of text that was encoded twice.\n--encoding: the encoding of a text file, where the portal errs or is unsure (${listEncodings.join(', ')}).\n--cells-as-written: leaves cells as they are that another program has garbled, such as O&#039;Brien.\n--single-names: a line with one empty name is a person with a single name.\n--truth-names: TRUE, FALSE, VRAI and FAUX in a column of names are names.\n--without-extra-time: does not read the column of extra time.\n--sheets: the sheet to read, or several as one list (a JSON list of names).\n--leavers: leaves out (leaveOut) the people who are no longer registered according to the list, or enrols them all the same (take).\n--columns: the field of each column, by its number from 0, such as '{"0":"fullName","3":"email"}'; the fields are ${listFields.join(', ')}, and list.NAME keeps another column under that name.\n--heading-line: the line of the headings, 0 if there are none.\n--ignore-unread: also imports if a column that is not read seems to contain needed data.\n--preview: shows the expected result, and changes nothing.`,
  },
  async run(config, { names: [file = ''], options }, terminal) {
    const { t, say, progress } = terminal;
    const {
      system,
      exam,
      sheets,
      leavers,
      encoding,
      language = 'fr',
    } = options as Readonly<Record<string, string | undefined>>;
    const systemId = Number(system);
    if (!system || !Number.isSafeInteger(systemId) || !exam)
      throw new UsageError(t('argumentMissing', { what: '--system, --exam', command: 'import' }));
    if (!languages.includes(language as Language))
      throw new UsageError(t('unexpected', { what: `--language ${language}`, command: 'import' }));
    if (leavers !== undefined && !leaverAnswers.includes(leavers as LeaverAnswer))
      throw new UsageError(t('unexpected', { what: `--leavers ${leavers}`, command: 'import' }));
    if (encoding !== undefined && !listEncodings.includes(encoding as ListEncoding))
      throw new UsageError(t('unexpected', { what: `--encoding ${encoding}`, command: 'import' }));
    const columns = readColumns(options.columns as string | undefined, terminal);
    const headingLine = options['heading-line'] as string | undefined;
    if (headingLine !== undefined && !/^\d{1,9}$/.test(headingLine))
      throw new UsageError(t('unexpected', { what: `--heading-line ${headingLine}`, command: 'import' }));
    const order = {
      systemId,
      selectedCourse: exam,
      languageId: language as Language,
      sendEmail: options['send-email'] === true,
      includeHidden: options['include-hidden'] === true,
      repairText: options['repair-text'] === true,
      repairCells: options['cells-as-written'] !== true,
      singleNames: options['single-names'] === true,
      truthNames: options['truth-names'] === true,
      withoutExtraTime: options['without-extra-time'] === true,
      ...(encoding && { encoding: encoding as ListEncoding }),
      ...(sheets && { sheets: z.decode(sheetNames, sheets) }),
      ...(leavers && { leavers: leavers as LeaverAnswer }),
      ...(columns && { columns }),
      ...(headingLine !== undefined && { headingLine: Number(headingLine) }),
      ignoreUnread: options['ignore-unread'] === true,
      fileName: basename(file),
      reader: terminal.language,
      isPreview: options.preview === true,
    };
    const bytes = await readList(resolve(terminal.folder, file), terminal);
    const tell = (told: unknown) => {
      const of = told as Told;
      if ('file' in of) printNotes(of.file, terminal, of.otherExtraTimes);
      else progress(t('importRows', { rows: of.rows }));
    };
    const outcome = await runOperation(config, 'importList', order, terminal, { file: bytes, tell });
    if (typeof outcome === 'number') {
      say(t('importDone', { placed: outcome, file: order.fileName }));
      return 0;
    }
    if (!('counts' in outcome)) return printRefusal(outcome, terminal);
    printPreview(outcome, terminal);
    if (order.isPreview) return 0;
    say(t('columnsUnclear'));
    return 1;
  },
};

/** @throws CommandRefusal when the file cannot be read, or is larger than a list may be */
async function readList(path: string, { t }: Terminal): Promise<Buffer> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw new CommandRefusal(t('listUnreadable', { path, reason: error.message }));
  });
  if (bytes.length > importMaxBytes)
    throw new CommandRefusal(t('listTooLarge', { path, limit: importMaxBytes / megabyte }));
  return bytes;
}

/** @throws UsageError */
function readColumns(text: string | undefined, { t }: Terminal): ColumnMatch | undefined {
  if (text === undefined) return undefined;
  const read = z.safeDecode(columnMatch, text);
  const fault = read.success ? faultOfMatch(read.data) : (read.error.issues[0]?.message as ColumnMatchFault);
  if (read.success && fault === null) return read.data;
  throw new UsageError(t('columnsFault', { reason: t(`columnsFault.${fault ?? 'columns'}`) }));
}
