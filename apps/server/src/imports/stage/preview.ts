import { fold } from '@guichet/contract/core/fold';
import { type Language, languages } from '@guichet/contract/core/language';
import { isKept, toColumn } from '@guichet/contract/core/listValues';
import {
  longListRows,
  type Preview,
  type PreviewRow,
  previewMaxRows,
  rowOutcomes,
} from '@guichet/contract/imports/imports';
import { fileNotesMax } from '@guichet/contract/imports/imports.columns';
import type { AppContext, ReadDb } from '../../core/context/appContext.ts';
import { compareStagedExtraTimes } from '../../exams/enrolments/extraTimes/listedExtraTimes.service.ts';
import type { ExamRow } from '../../exams/facts/facts.service.ts';
import * as invitations from '../../exams/notices/invitations/invitations.service.ts';
import { joinNames } from '../../identity/users/users.service.ts';
import { meansThird } from '../columns/fields/candidateExtraTime.ts';
import { splitLine } from '../formats/sheet.ts';
import { shownTexts } from '../rows/stagedRows.ts';
import { type ImportGrant, namesOfRead, tellColumns } from './layouts.ts';
import * as queries from './stage.queries.ts';
import { givesExtraTime, requireWhole, runBehindPeople, type Staged, type StagedOrder } from './staging.ts';

/** Tells what an import of the staged list would do. @throws StageLost if lines are missing from the stage */
export async function tellPreview(
  context: AppContext,
  grant: ImportGrant,
  { stage, exam, languageId, sendEmail }: StagedOrder,
): Promise<Preview> {
  const { systemId } = grant;
  const db = context.database.read;
  const { report, layout, tally } = stage;
  const where = { systemId, examId: exam.id, defaultLanguage: languageId };
  const texts = sendEmail ? await invitations.findInvitationTexts(context, systemId, exam) : null;
  const named = languages.flatMap((language) => invitations.listNamedColumns(texts?.of[language] ?? null));
  const { rows, counted, numbersOfOthers, countWithout } = await judgeLines(db, stage, { ...where, named });
  const forecast = texts && invitations.forecastMail(context, exam, texts, countWithout);
  const mails = forecast?.isExamOver === false ? countMails(counted) : { fr: 0, en: 0, own: 0 };
  const thirdColumn = report.recognised.find(
    ({ field, heading }) => field === 'extraTime' && meansThird(heading),
  );
  return {
    file: report,
    columns: await tellColumns(db, grant, layout, report.sheets),
    counts: countOutcomes(counted),
    mails,
    fallback: texts?.fallback ?? null,
    lacksLink: texts ? invitations.listTextsWithoutLink(texts, mails) : [],
    forecast,
    ...(givesExtraTime(stage) && (await countExtraTimes(context, systemId, exam, stage))),
    ...(thirdColumn && { thirdColumn: thirdColumn.heading }),
    doubtfulDomains: tally.doubtfulDomains,
    singleNames: tally.singleNames,
    numbersOfOthers,
    holdsOthersUp: context.database.kind === 'embedded' && report.rows > longListRows,
    rows,
    rowsLeftOut: report.rows - rows.length,
  };
}

async function countExtraTimes(context: AppContext, systemId: number, exam: ExamRow, stage: Staged) {
  const { parts, tally } = stage;
  const of = { systemId, exam };
  const compared = await compareStagedExtraTimes(context, context.database.read, of, parts);
  const { given, other, same, told } = compared;
  return {
    extraTimes: tally.extraTimes - other.length - same.length,
    otherExtraTimes: other.length,
    extraTimeMails: given.filter(({ userId }) => told.has(userId)).length,
  };
}

/** Judges the lines of a stage part by part, so that no statement holds others up. */
async function judgeLines(
  db: ReadDb,
  stage: Staged,
  where: Omit<queries.OutcomesOf, 'lines'> & { readonly systemId: number; readonly named: readonly string[] },
) {
  const rows: PreviewRow[] = [];
  const counted: Tally[] = [];
  const kept = stage.report.recognised.flatMap(({ field }) => (isKept(field) ? toColumn(field) : []));
  const spelled = new Map(kept.map((column) => [fold(column), column]));
  const named = [...new Set(where.named.map((column) => spelled.get(fold(column)) ?? column))];
  const without: Awaited<ReturnType<typeof queries.selectWithoutValue>> = [];
  const ofOthers: queries.NumberOfOther[] = [];
  let linesOfOthers = 0;
  const take = <T>(step: () => Promise<T>) => runBehindPeople(stage.report.rows, step);
  for (const lines of stage.parts) {
    const of = { ...where, lines };
    counted.push(...(await take(() => queries.selectOutcomeCounts(db, of))));
    if (named.length > 0) without.push(...(await take(() => queries.selectWithoutValue(db, of, named))));
    const others = await take(() => queries.selectNumbersOfOthers(db, { ...of, most: fileNotesMax }));
    ofOthers.push(...others);
    linesOfOthers += others[0]?.lines ?? 0;
    const most = previewMaxRows - rows.length;
    if (most > 0)
      rows.push(...(await take(() => queries.selectOutcomeRows(db, { ...of, further: shownTexts, most }))));
  }
  await take(() => requireWhole(db, stage));
  const sheets = namesOfRead(stage.report.sheets);
  return {
    rows: rows.map((row) => ({ ...row, ...splitLine(row.line, sheets) })),
    counted,
    countWithout: (column: string, reader: Language) =>
      sum(without.filter((one) => fold(one.column) === fold(column) && (one.language ?? reader) === reader)),
    numbersOfOthers: {
      lines: linesOfOthers,
      samples: ofOthers
        .slice(0, fileNotesMax)
        .map((row) => ({ ...shown(row), ...splitLine(row.line, sheets) })),
    },
  };
}

function shown({ firstName, lastName, lines: _, ...row }: queries.NumberOfOther) {
  return { ...row, name: joinNames({ firstName, lastName }) };
}

interface Tally {
  readonly outcome: PreviewRow['outcome'];
  readonly language: Language | null;
  readonly n: number;
}

function countOutcomes(tally: readonly Tally[]): Preview['counts'] {
  const entries = rowOutcomes.map((outcome) => [outcome, sum(tally.filter((t) => t.outcome === outcome))]);
  return Object.fromEntries(entries);
}

/** The mails that an import would send: one for each person whom it would enrol. */
function countMails(tally: readonly Tally[]): Preview['mails'] {
  const placed = tally.filter(({ outcome }) => outcome === 'newAccount' || outcome === 'knownAccount');
  const inLanguage = (language: Language | null) => sum(placed.filter((t) => t.language === language));
  return { fr: inLanguage('fr'), en: inLanguage('en'), own: inLanguage(null) };
}

function sum(tally: readonly { readonly n: number }[]): number {
  return tally.reduce((total, { n }) => total + n, 0);
}
