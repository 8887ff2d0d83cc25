import { previewMaxRows } from '@guichet/contract/imports/imports';
import type { UndoPreview, UndoRow } from '@guichet/contract/imports/imports.past';
import type { AppContext, ReadDb } from '../../core/context/appContext.ts';
import type { Removed } from '../../exams/enrolments/enrolments.service.ts';
import { isExamOver } from '../../exams/facts/facts.service.ts';
import { selectToldOfLeaving } from '../../exams/notices/notices.service.ts';
import { selectAccounts } from '../../identity/users/users.service.ts';
import { splitLine } from '../formats/sheet.ts';
import type { PastImport } from './pastImports.queries.ts';
import { listAddressesBack, listReturning } from './secondList.ts';
import * as undoDecision from './undoDecision.ts';

export interface Decided {
  readonly decisions: readonly undoDecision.UndoDecision[];
  /** Whom the list took out. */
  readonly removed: readonly Removed[];
  /** The mails to them that have not left yet. */
  readonly unsentNotices: number;
}

/** The preview of an undo, person by person; the first people, or all. */
export async function makePreview(
  context: AppContext,
  db: ReadDb,
  past: PastImport,
  { decisions, removed, unsentNotices }: Decided,
  all: boolean,
): Promise<UndoPreview> {
  const back = listReturning(removed);
  const returning = back.map(({ userId }) => userId);
  const isOver = isExamOver(context, past);
  const userIds = removed.map(({ userId }) => userId);
  const told = new Set(
    (await selectToldOfLeaving(db, past, { removalId: past.id, userIds })).map(({ id }) => id),
  );
  const toldOfLeaving = isOver ? [] : returning.filter((userId) => told.has(userId));
  const rows = [...decisions.map((one) => rowOf(one, past)), ...(await rowsOfRemoved(db, removed, told))];
  const shown = all ? rows : rows.slice(0, previewMaxRows);
  const stays = undoDecision.countReasons(decisions);
  const mailSent = (stays.mailSent ?? 0) + told.size;
  return {
    outcome: 'preview',
    fingerprint: undoDecision.fingerprintDecisions(decisions, removed),
    counts: undoDecision.countParts(decisions, { removals: back.length, unsentNotices }),
    stays: {
      ...stays,
      ...(mailSent > 0 && { mailSent }),
      ...(removed.length > back.length && { backSince: removed.length - back.length }),
    },
    people: decisions.length,
    tellable: isOver ? 0 : undoDecision.listTellable(decisions).length,
    tellableBack: toldOfLeaving.length + listAddressesBack(decisions).length,
    rows: shown,
    rowsLeftOut: rows.length - shown.length,
  };
}

function rowOf({ person, takes, stays }: undoDecision.UndoDecision, { sheets }: PastImport): UndoRow {
  const { line, firstName, lastName, email } = person;
  const names = { firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' };
  return { ...splitLine(line, sheets), ...names, takes: [...takes], stays: [...stays] };
}

/** `told`: the people to whom the mail that they are no longer registered has left. */
async function rowsOfRemoved(
  db: ReadDb,
  removed: readonly Removed[],
  told: ReadonlySet<number>,
): Promise<UndoRow[]> {
  const states = new Map(removed.map(({ userId, state }) => [userId, state]));
  const accounts = await selectAccounts(db, [...states.keys()]);
  return accounts.map(({ id, firstName, lastName, email }) => ({
    ...{ line: 0, firstName, lastName, email },
    takes: states.get(id) === 'removed' ? ['removal'] : [],
    stays: [
      ...(states.get(id) === 'removed' ? [] : ['backSince' as const]),
      ...(told.has(id) ? ['mailSent' as const] : []),
    ],
  }));
}
