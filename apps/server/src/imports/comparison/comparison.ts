import { createHash } from 'node:crypto';
import { fold, nameKey } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { ListValues } from '@guichet/contract/core/listValues';
import { type Preview, previewMaxRows } from '@guichet/contract/imports/imports';
import type { ChangedPart, MissingPerson } from '@guichet/contract/imports/imports.comparison';
import type { AppContext, ReadDb, SystemGrant } from '../../core/context/appContext.ts';
import { holdsMoreRights, systemsReached } from '../../identity/access/access.service.ts';
import * as users from '../../identity/users/users.service.ts';
import type { StagedOrder } from '../stage/staging.ts';
import * as queries from './comparison.queries.ts';
import { findExtraTimeChanges, isOfPlace } from './extraTimeChanges.ts';

/** A part of a person that a line has otherwise, with what the line says of them. */
export interface Change extends ChangedPart {
  readonly line: number;
  readonly said: {
    readonly firstName: string;
    readonly lastName: string;
    readonly listValues?: ListValues | null;
    readonly knownListValues?: ListValues | null;
  };
}

/** Everybody whom a comparison found; a reply lists the first of them. */
export interface Compared {
  readonly fingerprint: string;
  readonly changed: readonly Change[];
  readonly missing: readonly MissingPerson[];
  /** Who is in the exam without extra time and gets it by the list. */
  readonly given: readonly number[];
}

/**
 * Holds a staged list against its exam: who is in it otherwise, and who is in the exam alone.
 * @param db sees all systems, since people's rights elsewhere decide who may correct them
 */
export async function compareWithExam(
  context: AppContext,
  db: ReadDb,
  grant: SystemGrant,
  { stage, exam, languageId }: Omit<StagedOrder, 'sendEmail'>,
): Promise<Compared> {
  const of = { systemId: grant.systemId, examId: exam.id };
  const gone = await queries.selectMissing(db, of, stage.stageId);
  const owners = Map.groupBy(gone, ({ numberKey }) => numberKey);
  const lone = [...owners].flatMap(([key, people]) => (key !== null && people.length === 1 ? key : []));
  const found: Change[] = [];
  const numbered: Awaited<ReturnType<typeof queries.selectNewLinesNumbered>> = [];
  for (const lines of stage.parts) {
    const otherwise = await queries.selectChangedLines(db, of.examId, lines);
    found.push(...otherwise.flatMap((line) => changesOf(line, languageId)));
    if (lone.length > 0) numbered.push(...(await queries.selectNewLinesNumbered(db, lines, lone)));
  }
  for (const [key, lines] of Map.groupBy(numbered, (line) => line.numberKey)) {
    const [owner] = owners.get(key) ?? [];
    const [line] = lines;
    if (owner && line && lines.length === 1) found.push(...changesOfNumber(owner, line, languageId));
  }
  const readdressing = found.filter(({ part }) => part === 'email');
  const { given, changes } = await findExtraTimeChanges(context, db, { ...of, exam }, stage, readdressing);
  found.push(...changes.map((one) => ({ ...one, language: languageId, isAllowed: true })));
  const changed = (await withRights(context, db, grant, found)).toSorted(
    (one, other) => one.line - other.line,
  );
  const readdressed = new Set(changed.flatMap(({ part, userId }) => (part === 'email' ? userId : [])));
  const missing = gone.filter(({ userId }) => !readdressed.has(userId)).map(shown);
  return { fingerprint: fingerprintOf(changed, missing), changed, missing, given };
}

/** A preview with the comparison; whose address the list corrects is no longer told as a number of somebody else. */
export function tellComparison(
  { fingerprint, changed, missing, given }: Compared,
  preview: Preview,
): Preview {
  const addresses = changed.filter(({ part }) => part === 'email');
  const readdressed = new Set(addresses.map(({ to }) => to));
  const otherwise = new Set([...changed.map(({ userId }) => userId), ...given]).size - readdressed.size;
  const shownChanges = changed.slice(0, previewMaxRows).map(({ said: _said, line: _line, ...part }) => part);
  const shownMissing = missing.slice(0, previewMaxRows);
  const { lines, samples } = preview.numbersOfOthers;
  return {
    ...preview,
    numbersOfOthers: {
      lines: lines - readdressed.size,
      samples: samples.filter(({ email }) => !readdressed.has(email)),
    },
    comparison: {
      fingerprint,
      unchanged: preview.counts.alreadyInExam - otherwise,
      changed: shownChanges,
      changedLeftOut: changed.length - shownChanges.length,
      missing: shownMissing,
      missingLeftOut: missing.length - shownMissing.length,
    },
  };
}

function changesOf(line: queries.ChangedLine, languageId: Language): Change[] {
  const { userId, knownLanguage, language, isCorrectedSince } = line;
  const [from, to] = [
    users.joinNames({ firstName: line.knownFirstName, lastName: line.knownLastName }),
    users.joinNames(line),
  ];
  const of = {
    ...{ userId, line: line.line, name: from, email: line.email, said: line },
    ...{ language: language ?? languageId, isAllowed: true },
  };
  const isProbable = !isCorrectedSince && isBetterName(from, to);
  const isNamedOtherwise = line.firstName !== line.knownFirstName || line.lastName !== line.knownLastName;
  return [
    ...(isNamedOtherwise ? [{ ...of, part: 'name' as const, from, to, isProbable, isCorrectedSince }] : []),
    ...(language !== null && language !== knownLanguage
      ? [{ ...of, part: 'language' as const, from: knownLanguage, to: language, isProbable: true }]
      : []),
    ...changesOfList(line).map((told) => ({ ...of, part: 'list' as const, ...told, isProbable: true })),
  ];
}

/** The values that the line has otherwise, each with its column; a column without a value in the line stays as it is. */
function changesOfList({
  listValues,
  knownListValues,
}: Pick<queries.ChangedLine, 'listValues' | 'knownListValues'>) {
  const columns = columnsOtherwise(listValues, knownListValues);
  // A value such as "Groupe B" names its column itself.
  const named = (column: string, value = '–') =>
    fold(value).startsWith(`${fold(column)} `) ? value : `${column} ${value}`;
  const told = (values: ListValues | null) =>
    columns.map((column) => named(column, values?.[column])).join(' · ');
  return columns.length > 0 ? [{ from: told(knownListValues), to: told(listValues) }] : [];
}

export function columnsOtherwise(
  listValues: ListValues | null | undefined,
  known: ListValues | null | undefined,
): string[] {
  return Object.keys(listValues ?? {}).filter((column) => listValues?.[column] !== known?.[column]);
}

/** Lists lose accents, hyphens and small letters; only one that has more of them knows a name better that is otherwise the same. */
function isBetterName(from: string, to: string): boolean {
  const marks = (text: string) => text.replaceAll(/[ -,.-~]/g, '').length;
  return nameKey(from) !== nameKey(to) || (marks(to) > marks(from) && to !== to.toUpperCase());
}

type Missing = Awaited<ReturnType<typeof queries.selectMissing>>[number];
type NumberedLine = Awaited<ReturnType<typeof queries.selectNewLinesNumbered>>[number];

/** The new address of somebody whom a line knows by the number, and their values of kept columns. */
function changesOfNumber(owner: Missing, line: NumberedLine, languageId: Language): Change[] {
  const { userId, email, knownListValues } = owner;
  const name = users.joinNames(owner);
  const of = {
    ...{ userId, line: line.line, name, email, said: { ...line, knownListValues } },
    ...{ language: line.language ?? languageId, isAllowed: true },
    // Under the number of somebody else, the account would change hands.
    isProbable: nameKey(name) === nameKey(users.joinNames(line)),
  };
  return [
    { ...of, part: 'email', from: email, to: line.email, isLink: owner.hasSignedIn },
    ...changesOfList(of.said).map((told) => ({ ...of, part: 'list' as const, ...told })),
  ];
}

function shown(person: Missing): MissingPerson {
  const { userId, email, enrolledAt, isAttested, isMailed, movedFrom } = person;
  const { fileName, importedAt } = person;
  const list = fileName !== null && importedAt !== null ? { fileName, at: importedAt } : null;
  return { userId, name: users.joinNames(person), email, enrolledAt, list, movedFrom, isAttested, isMailed };
}

/** Each change with whether the caller may make it (readings §5); without what a guest's account says beyond name and address. */
async function withRights(
  context: AppContext,
  db: ReadDb,
  grant: SystemGrant,
  changes: readonly Change[],
): Promise<Change[]> {
  if (changes.length === 0) return [];
  const { identity } = grant;
  const tenantScope = systemsReached(identity, 'admin');
  const userIds = [...new Set(changes.map(({ userId }) => userId))];
  const guests = await users.selectGuests(db, userIds, { tenantScope, today: context.clock.today() });
  const held = Map.groupBy(await users.selectGrants(db, userIds), ({ userId }) => userId);
  const rightsOf = async ({ userId, part }: Change) => {
    const roles = held.get(userId) ?? [];
    if (isOfPlace(part)) return true;
    if (identity.actor || !mayCorrect(part, tenantScope, roles)) return false;
    return part !== 'email' || !(await holdsMoreRights(db, { identity, systemIds: tenantScope }, userId));
  };
  const visible = changes.filter(
    ({ part, userId }) => part === 'name' || isOfPlace(part) || !guests.has(userId),
  );
  const told: Change[] = [];
  for (const change of visible) told.push({ ...change, isAllowed: await rightsOf(change) });
  return told;
}

/** The language may be corrected by whoever administers one of the person's systems, name and address by all of them. */
export function mayCorrect(
  part: ChangedPart['part'],
  tenantScope: ReturnType<typeof systemsReached>,
  held: readonly users.HeldRole[],
): boolean {
  if (users.mayManage(tenantScope, held)) return true;
  return (
    part === 'language' && users.isSeen(tenantScope, held) && !held.some(({ role }) => role === 'superAdmin')
  );
}

/** Equal for two comparisons that found the same; who may correct what is checked anew. */
function fingerprintOf(changed: readonly Change[], missing: readonly MissingPerson[]): string {
  const hash = createHash('sha256');
  for (const { userId, part, from, to, isAllowed, isLink } of changed)
    hash.update(JSON.stringify([userId, part, from, to, isAllowed, isLink]));
  hash.update(JSON.stringify(missing.map(({ userId }) => userId)));
  return hash.digest('hex');
}
