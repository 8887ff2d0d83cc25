/** Owns what lists say of candidates in columns of their own. Does not know how a list is read (imports). */

import { fold } from '@guichet/contract/core/fold';
import { isKept, keptColumnsMax, type ListValues } from '@guichet/contract/core/listValues';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../../core/context/appContext.ts';
import { AppError, invalidField } from '../../../core/runtime/errors.ts';
import { refreshListValues } from '../../../mail/outbox/outbox.service.ts';
import { getExam, lockExam, type OfExam } from '../../facts/facts.service.ts';
import * as queries from './listValues.queries.ts';

export type { ChangedValues } from './listValues.queries.ts';

/** @throws AppError `exam.notFound` */
export async function listKeptColumns(
  { database: { read: db } }: AppContext,
  { systemId }: SystemGrant,
  examId: number,
): Promise<string[]> {
  await getExam(db, { systemId, examId }, { alsoCancelled: true });
  return queries.selectKeptColumns(db, { systemId, examId });
}

/** The chosen columns, each kept one as the exam spells it. @throws AppError `exam.keptColumnsFull` */
export async function alignKeptColumns<Columns extends Readonly<Record<string, number>> | undefined>(
  db: ReadDb,
  of: OfExam,
  columns: Columns,
): Promise<Columns> {
  if (!columns || !Object.keys(columns).some(isKept)) return columns;
  const there = await queries.selectKeptColumns(db, of);
  const known = new Map(there.map((column) => [fold(`list.${column}`), `list.${column}`]));
  const aligned = Object.entries(columns).map(
    ([field, index]) => [isKept(field) ? (known.get(fold(field)) ?? field) : field, index] as const,
  );
  const kept = new Set([...known.values(), ...aligned.map(([field]) => field).filter(isKept)]);
  if (kept.size > keptColumnsMax)
    throw new AppError('exam.keptColumnsFull', {
      params: { columns: there.join(', '), limit: keptColumnsMax },
    });
  return Object.fromEntries(aligned) as Columns;
}

/** Writes what a list says anew of candidates, also into their unsent mails. */
export async function changeListValues(
  tx: WriteTx,
  of: OfExam,
  people: readonly queries.ChangedValues[],
  correctedAt: Date | null = null,
): Promise<void> {
  if (people.length === 0) return;
  await queries.updateListValues(tx, of, people, correctedAt);
  await refreshListValues(tx, { ...of, userIds: people.map(({ userId }) => userId) });
}

/**
 * @throws AppError `exam.notFound`, `user.notFound` for somebody who is not in the exam, `request.invalid` for a column
 * that the exam does not keep
 */
export async function correctListValues(
  context: AppContext,
  grant: SystemGrant,
  { examId, userId }: { readonly examId: number; readonly userId: number },
  asked: ListValues,
): Promise<true> {
  const of = { systemId: grant.systemId, examId };
  return write(context, grant, async (tx) => {
    const { title } = await lockExam(tx, of, 'share', { alsoCancelled: true });
    const candidate = await queries.lockListValues(tx, of, userId);
    if (!candidate) throw new AppError('user.notFound');
    const columns = await queries.selectKeptColumns(tx, of);
    if (!Object.keys(asked).every((column) => columns.includes(column)))
      throw invalidField('listValues', 'unknownColumn');
    const before = candidate.listValues ?? {};
    const changed = Object.entries(asked).filter(([column, value]) => value !== (before[column] ?? ''));
    if (changed.length === 0) return unchanged(true as const);
    const values = Object.fromEntries(changed.map(([column, value]) => [column, value || null]));
    await changeListValues(tx, of, [{ userId, values }], context.clock.now());
    const listValues = Object.fromEntries(
      changed.map(([column, to]) => [column, { from: before[column] ?? '', to }]),
    );
    const detail = { name: candidate.name, exam: title, examId, listValues };
    return record(true as const, {
      action: 'candidate.listValuesCorrected',
      subject: `user:${userId}`,
      detail,
    });
  });
}
