import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { languages } from '@guichet/contract/core/language';
import { importMaxBytes } from '@guichet/contract/imports/imports';
import {
  type ColumnMatch,
  type ColumnMatchFault,
  columnMatch,
  nameOrders,
  sheetNames,
} from '@guichet/contract/imports/imports.columns';
import { leaverAnswers } from '@guichet/contract/imports/imports.edits';
import { listEncodings } from '@guichet/contract/imports/imports.encodings';
import * as z from 'zod/mini';
import { operatorText } from '../../../core/runtime/operatorText.ts';
import { faultOfMatch, listFields } from '../../../imports/imports.service.ts';
import { runOperation } from '../control/runOperation.ts';
import type { Told } from '../import/importList.ts';
import { printNotes, printPreview, printRefusal } from '../import/printPreview.ts';
import {
  type Command,
  CommandRefusal,
  readSystemId,
  type Terminal,
  UsageError,
} from '../terminal/command.ts';
import { showWhatThereIs } from './exams.command.ts';

const megabyte = 1024 * 1024;

export const importCommand: Command = {
  name: 'import',
  takes:
    'FILE --system N --exam COURSE [--language fr|en] [--send-email] [--include-hidden] [--repair-text] [--encoding NAME] [--cells-as-written] [--single-names] [--name-order firstLast|lastFirst] [--truth-names] [--without-extra-time] [--sheets NAMES] [--leavers leaveOut|take] [--columns JSON] [--heading-line N] [--ignore-unread] [--preview]',
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
    'name-order': { type: 'string' },
    'truth-names': { type: 'boolean' },
    'without-extra-time': { type: 'boolean' },
    sheets: { type: 'string' },
    leavers: { type: 'string' },
    columns: { type: 'string' },
    'heading-line': { type: 'string' },
    'ignore-unread': { type: 'boolean' },
    preview: { type: 'boolean' },
  },
  about: 'aboutImport',
  aboutParams: {
    encodings: listEncodings.join(', '),
    fields: listFields.join(', '),
    example: `'{"0":"fullName","3":"email"}'`,
  },
  async run(config, { names: [file = ''], options }, terminal) {
    const { t, say, progress } = terminal;
    const shownFile = file === '-' ? t('standardInput') : basename(file);
    const { system, exam, sheets, ...texts } = options as Texts;
    const absent = ['system', 'exam'].filter((name) => !options[name]).map((name) => `--${name}`);
    if (absent.length > 0)
      throw new UsageError(t('argumentMissing', { what: absent.join(', '), command: 'import' }));
    const systemId = readSystemId(system, terminal);
    const language = readChoice(texts, 'language', languages, terminal) ?? 'fr';
    const leavers = readChoice(texts, 'leavers', leaverAnswers, terminal);
    const nameOrder = readChoice(texts, 'name-order', nameOrders, terminal);
    const encoding = readChoice(texts, 'encoding', listEncodings, terminal);
    const columns = readColumns(texts.columns, terminal);
    const headingLine = texts['heading-line'];
    if (headingLine !== undefined && !/^\d{1,9}$/.test(headingLine))
      throw new UsageError(t('unexpected', { what: `--heading-line ${headingLine}`, command: 'import' }));
    const order = {
      systemId,
      selectedCourse: exam ?? '',
      languageId: language,
      sendEmail: options['send-email'] === true,
      includeHidden: options['include-hidden'] === true,
      repairText: options['repair-text'] === true,
      repairCells: options['cells-as-written'] !== true,
      singleNames: options['single-names'] === true,
      truthNames: options['truth-names'] === true,
      withoutExtraTime: options['without-extra-time'] === true,
      ...(encoding && { encoding }),
      ...(sheets && { sheets: z.decode(sheetNames, sheets) }),
      ...(nameOrder && { nameOrder }),
      ...(leavers && { leavers }),
      ...(columns && { columns }),
      ...(headingLine !== undefined && { headingLine: Number(headingLine) }),
      ignoreUnread: options['ignore-unread'] === true,
      fileName: basename(file),
      reader: terminal.language,
      isPreview: options.preview === true,
    };
    const bytes = await readList(file === '-' ? file : resolve(terminal.folder, file), terminal);
    let [mails, rows] = [0, 0];
    const tell = (told: unknown) => {
      const of = told as Told;
      if ('mails' in of) mails = of.mails;
      else if ('file' in of) {
        rows = of.file.rows;
        printNotes(of.file, terminal, of.otherExtraTimes);
      } else progress(t('importRows', { rows: of.rows }));
    };
    const outcome = await runOperation(config, 'importList', order, terminal, { file: bytes, tell }).catch(
      (error) => showWhatThereIs(error, config, systemId, terminal),
    );
    if (typeof outcome === 'number') {
      say(t('importDone', { placed: outcome, file: shownFile }));
      if (rows > outcome) say(t('importLeft', { left: rows - outcome }));
      say(t('importMails', { mails }));
      return 0;
    }
    if (!('counts' in outcome)) return printRefusal(outcome, terminal);
    printPreview(outcome, terminal);
    if (order.isPreview) return 0;
    say(t('columnsUnclear'));
    return 1;
  },
};

/** The bytes of a file, or of standard input (`-`). @throws CommandRefusal when the file cannot be read, or is larger than a list may be */
async function readList(path: string, { t }: Terminal): Promise<Buffer> {
  const reading = path === '-' ? buffer(process.stdin) : readFile(path);
  const bytes = await reading.catch(({ code = '' }: NodeJS.ErrnoException) => {
    throw new CommandRefusal(
      code === 'EISDIR'
        ? t('listIsFolder', { path })
        : operatorText(code === 'ENOENT' ? 'fileAbsent' : 'fileUnreadable', { path, code }),
    );
  });
  if (bytes.length > importMaxBytes)
    throw new CommandRefusal(t('listTooLarge', { path, limit: importMaxBytes / megabyte }));
  return bytes;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** The choice of an option; undefined where it is not given. @throws UsageError */
function readChoice<T extends string>(options: Texts, name: string, choices: readonly T[], { t }: Terminal) {
  const value = options[name];
  const choice = choices.find((one) => one === value);
  if (value === choice) return choice;
  throw new UsageError(t('choiceUnknown', { what: `--${name} ${value}`, choices: choices.join(', ') }));
}

/** @throws UsageError */
function readColumns(text: string | undefined, { t }: Terminal): ColumnMatch | undefined {
  if (text === undefined) return undefined;
  const read = z.safeDecode(columnMatch, text);
  const fault = read.success ? faultOfMatch(read.data) : (read.error.issues[0]?.message as ColumnMatchFault);
  if (read.success && fault === null) return read.data;
  throw new UsageError(t('columnsFault', { reason: t(`columnsFault.${fault ?? 'columns'}`) }));
}
