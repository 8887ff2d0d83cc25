import type { ListValues } from '@guichet/contract/core/listValues';
import type { ListChoices } from '@guichet/contract/imports/imports.comparison';
import { type AuditLine, findAuthor } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { lockPlaces } from '../../exams/enrolments/enrolments.service.ts';
import {
  type ChangedValues,
  changeListValues,
} from '../../exams/enrolments/listValues/listValues.service.ts';
import { takeOutPlaces } from '../../exams/places/places.service.ts';
import { applyCorrection, pickFields } from '../../identity/account/account.service.ts';
import { type LockedPerson, lockPeople, selectAddressTimes } from '../../identity/users/users.service.ts';
import { readdressLines } from '../comparison/comparison.queries.ts';
import { type Change, type Compared, columnsOtherwise, compareWithExam } from '../comparison/comparison.ts';
import { storeCorrected } from '../past/people.queries.ts';
import type { Corrected } from '../past/undoDecision.ts';
import type { StagedOrder } from '../stage/staging.ts';

/** The choices about people who are in the exam, resolved to what the list says of them. */
export interface Chosen {
  readonly corrections: ReadonlyMap<number, readonly Change[]>;
  readonly takeOut: readonly number[];
  readonly choices: ListChoices;
}

/**
 * Holds the list against the exam as it is now, and lets the lines of corrected addresses mean the account that exists.
 * @throws AppError `import.examChanged` if the comparison is no longer the one that the choices were made on
 */
export async function resolveChoices(
  context: AppContext,
  tx: WriteTx,
  grant: SystemGrant,
  order: StagedOrder,
  choices: ListChoices,
): Promise<Chosen> {
  const found = await compareWithExam(context, tx, grant, order);
  const changes = chosenChanges(found, choices);
  const missing = new Set(found.missing.map(({ userId }) => userId));
  const takeOut = [...new Set(choices.takeOut)];
  if (!changes || found.fingerprint !== choices.fingerprint || takeOut.some((userId) => !missing.has(userId)))
    throw new AppError('import.examChanged');
  await readdressLines(
    tx,
    order.stage.stageId,
    changes.filter(({ part }) => part === 'email'),
  );
  return { corrections: Map.groupBy(changes, ({ userId }) => userId), takeOut, choices };
}

/** Null if a chosen part is not among those that the caller may correct. */
function chosenChanges({ changed }: Compared, { correct = {} }: ListChoices): Change[] | null {
  const isChosen = ({ part, userId }: Change) => correct[part]?.includes(userId) === true;
  const allowed = changed.filter((change) => change.isAllowed && isChosen(change));
  const asked = Object.values(correct).reduce((sum, userIds) => sum + new Set(userIds).size, 0);
  return allowed.length === asked ? allowed : null;
}

/** Corrects and takes out those chosen, after the list has been placed; returns the audit lines, and the numbers of people and of mails; whose new address waits is not corrected yet. */
export async function applyChoices(
  context: AppContext,
  tx: WriteTx,
  grant: SystemGrant,
  { exam, importId }: Pick<StagedOrder, 'exam'> & { readonly importId: string },
  { corrections, takeOut, choices }: Chosen,
): Promise<{
  readonly lines: readonly AuditLine[];
  readonly corrected: number;
  readonly takenOut: number;
  readonly mails: number;
}> {
  const lines: AuditLine[] = [];
  const stored: { userId: number; corrected: Corrected }[] = [];
  const listed: ChangedValues[] = [];
  let mails = 0;
  const userIds = [...corrections.keys()];
  const people = await lockPeople(tx, userIds);
  const times = new Map((await selectAddressTimes(tx, userIds)).map(({ id, ...moments }) => [id, moments]));
  for (const person of people) {
    const changes = corrections.get(person.id) ?? [];
    const before = pickFields(person);
    const after = { ...before, ...fieldsFrom(changes) };
    const email = changes.find(({ part }) => part === 'email')?.to ?? null;
    const done = await applyCorrection(context, tx, grant, person, { after, email });
    lines.push(...done.lines);
    if (done.address) mails += 1;
    const ofAddress = done.address && { ...done.address, times: times.get(person.id) ?? {} };
    const list = listChangeOf(changes);
    if (list) listed.push({ userId: person.id, values: list.to });
    const corrected = { ...correctedOf(person, after, email, ofAddress), ...(list && { list }) };
    stored.push({ userId: person.id, corrected });
  }
  await changeListValues(tx, { systemId: exam.systemId, examId: exam.id }, listed);
  await storeCorrected(tx, importId, stored);
  const places =
    takeOut.length > 0
      ? await lockPlaces(tx, { systemId: exam.systemId, examId: exam.id, userIds: takeOut })
      : [];
  if (places.length > 0) {
    const { noteFr, noteEn } = choices;
    const how = {
      removalId: importId,
      notes: choices.tell ? { noteFr, noteEn } : null,
      now: context.clock.now(),
      by: findAuthor(grant).fullName,
    };
    const out = await takeOutPlaces(context, tx, exam, places, how);
    lines.push(out.line);
    mails += out.told ?? 0;
  }
  const isDone = ({ userId, corrected: { email, ...rest } }: (typeof stored)[number]) =>
    email?.isLink === false ||
    Object.keys(rest).length > 0 ||
    corrections.get(userId)?.some(({ part }) => part === 'extraTime');
  return { lines, corrected: stored.filter(isDone).length, takenOut: places.length, mails };
}

/** New and former values of kept columns, by column; null for no value. Null: the list changes none. */
function listChangeOf(changes: readonly Change[]): Corrected['list'] | null {
  const said = changes.find(({ part }) => part === 'list')?.said;
  if (!said) return null;
  const { listValues, knownListValues } = said;
  const columns = columnsOtherwise(listValues, knownListValues);
  const of = (values: ListValues | null | undefined) =>
    Object.fromEntries(columns.map((column) => [column, values?.[column] ?? null]));
  return { from: of(knownListValues), to: of(listValues) };
}

function fieldsFrom(changes: readonly Change[]) {
  const name = changes.find(({ part }) => part === 'name')?.said;
  const language = changes.find(({ part }) => part === 'language');
  return {
    ...(name && { firstName: name.firstName, lastName: name.lastName }),
    ...(language && { language: language.language }),
  };
}

function correctedOf(
  person: LockedPerson,
  after: ReturnType<typeof pickFields>,
  email: string | null,
  ofAddress: Omit<NonNullable<Corrected['email']>, 'from' | 'to'> | null,
): Corrected {
  const changed = (['firstName', 'lastName', 'language'] as const).filter(
    (name) => person[name] !== after[name],
  );
  return {
    ...Object.fromEntries(changed.map((name) => [name, { from: person[name], to: after[name] }])),
    ...(email !== null && ofAddress && { email: { from: person.email, to: email, ...ofAddress } }),
  };
}
