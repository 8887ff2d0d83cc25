import { personTextNames } from '@guichet/contract/core/personTexts';
import { presenceStates } from '@guichet/contract/identity/users';
import type { HistoryEntry } from '@guichet/contract/overview/support';
import type { selectLinesAbout } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { dayIn, secondsAfter } from '../../core/runtime/clock.ts';
import type { selectKeptPlaces } from '../../exams/enrolments/enrolments.service.ts';

export type Line = Awaited<ReturnType<typeof selectLinesAbout>>[number];
type KeptPlace = Awaited<ReturnType<typeof selectKeptPlaces>>[number];

/** The empty fields of an entry, about which most events say nothing. */
export const nothing = {
  systemId: null,
  exam: null,
  formerExam: null,
  presence: null,
  roles: null,
  by: null,
  isOfOthers: false,
  changes: [],
  fileName: null,
  address: null,
  mail: null,
  platformState: null,
  removal: null,
};

/** The imports that placed a person where they no longer are; `present`: the imports that placed them where they are. */
export function importsLeft(
  lines: readonly Line[],
  present: ReadonlySet<string | null>,
  userId: number,
): string[] {
  const left = lines.flatMap(({ detail }) => {
    const { imports = {}, importId } = detail;
    if (importId) return [importId];
    return Object.entries(imports).flatMap(([id, userIds]) => (userIds.includes(userId) ? [id] : []));
  });
  return [...new Set(left)].filter((id) => !present.has(id));
}

/** How many days each sign-in is shown; before, only the latest of each day. */
const daysOfSignIns = 7;

/** The entries of audit lines: one for an event that stands in several systems. */
export function entriesOfLines(
  context: AppContext,
  lines: readonly Line[],
  how: {
    readonly userId: number;
    readonly kept: readonly KeptPlace[];
    /** Staff of systems outside the reader's, who stay unnamed. */
    readonly others: ReadonlySet<number | null>;
  },
): HistoryEntry[] {
  const { userId, kept, others } = how;
  const dayOf = dayIn(context.config.timeZone);
  const since = secondsAfter(context.clock.now(), -daysOfSignIns * 24 * 60 * 60);
  const keyOf = (line: Line) =>
    line.action === 'session.started' && line.at < since
      ? dayOf(line.at)
      : `${line.action} ${line.at.getTime()} ${examOf(line) ?? ''}`;
  const first = Map.groupBy(lines, keyOf);
  // Requests passed on when they are written are one event.
  const passedOn = (line: Line) =>
    line.action === 'correction.passedOn' && first.has(keyOf({ ...line, action: 'correction.asked' }));
  return [...first.values()].flatMap((same): HistoryEntry[] => {
    const [line] = same;
    if (!line || passedOn(line)) return [];
    const author = line.actorId === userId ? {} : authorOfLine(line, others);
    // For the person it makes no difference whether they were taken out alone or with others.
    const event = line.action === 'candidates.unenrolled' ? 'candidate.unenrolled' : line.action;
    const of = { systemId: line.systemId, exam: examOf(line), ...author, fileName: fileOf(line) };
    const removal = removalOf(line, kept);
    const entry = {
      ...nothing,
      ...of,
      at: line.at,
      event: event as HistoryEntry['event'],
      formerExam: formerExamOf(line),
      presence: presenceOf(line),
      roles: rolesOf(same),
      address: addressOf(line),
      changes: changesOf(line),
      removal,
    };
    return [entry];
  });
}

/** Who wrote a line; staff of other systems stay unnamed. */
export function authorOfLine(
  line: Pick<Line, 'actorId' | 'actor'> | undefined,
  others: ReadonlySet<number | null>,
) {
  const isOfOthers = others.has(line?.actorId ?? null);
  return { by: (!isOfOthers && line?.actor) || null, isOfOthers };
}

/** The title of the exam of a line: `name` in a line about many people or an exam; after a move `exam`, the new exam. */
function examOf({ action, detail }: Line): string | null {
  const { exam, name } = detail;
  return exam ?? (/^(candidates|exam)\./.test(action) ? (name ?? null) : null);
}

/** A move has the exam that the person left as its `name`. */
function formerExamOf({ action, detail }: Line): string | null {
  return action === 'candidates.moved' ? (detail.name ?? null) : null;
}

function presenceOf({ action, detail }: Line): HistoryEntry['presence'] {
  if (action !== 'candidate.presenceTicked') return null;
  return presenceStates.find((state) => state === detail.presence?.to) ?? null;
}

/** The roles of one event, whose lines stand in each system. */
function rolesOf(lines: readonly Line[]): HistoryEntry['roles'] {
  if (lines[0]?.action !== 'user.rolesChanged') return null;
  // The newest line stands first.
  const details = lines.toReversed().map(({ detail }) => detail);
  return {
    given: details.flatMap(({ given = [] }) => given),
    taken: details.flatMap(({ taken = [] }) => taken),
  };
}

function fileOf({ detail }: Line): string | null {
  return detail.fileName ?? null;
}

function addressOf({ action, detail }: Line): HistoryEntry['address'] {
  if (!addressActions.has(action)) return null;
  const { email } = detail;
  return typeof email === 'string' ? { from: email, to: null } : (email ?? null);
}

function changesOf({ action, detail }: Line): HistoryEntry['changes'] {
  if (action !== 'user.corrected') return [];
  return (['firstName', 'lastName', 'language', ...personTextNames] as const).flatMap((field) => {
    const change = detail[field];
    return change ? [{ field, from: change.from, to: change.to }] : [];
  });
}

const addressActions: ReadonlySet<string> = new Set([
  'account.addressChanged',
  'user.newAddressAsked',
  'user.newAddressDropped',
]);

export function readRemovalId({ detail }: Line): string | undefined {
  return detail.removalId;
}

/** The exam that the person left: its title is `exam` in a line about this person alone, else `name`. */
function removalOf(line: Line, kept: readonly KeptPlace[]): HistoryEntry['removal'] {
  const place = kept.find(({ removalId }) => removalId === readRemovalId(line));
  const { exam = '', name = '' } = line.detail;
  return place ? { ...place, title: line.action === 'candidate.unenrolled' ? exam : name } : null;
}

export function hasPlaced({ action, detail }: Line, examId: number): boolean {
  const isPlacing = action === 'candidate.enrolled' || action === 'candidates.moved';
  return isPlacing && detail.examId === examId;
}

/** Milliseconds between the line of a mail and its place in the queue. */
const sameMoment = 1000;

/** Whether a line says no more than that somebody sent this mail. */
export function isCause(
  { action, at, detail }: Line,
  mail: { readonly purpose: string; readonly examId: number | null; readonly queuedAt: Date },
): boolean {
  if (Math.abs(at.getTime() - mail.queuedAt.getTime()) > sameMoment) return false;
  if (action === 'user.resetLinkSent') return mail.purpose === 'resetPassword';
  return (
    action === 'candidate.invitedAgain' && mail.purpose === 'invitation' && mail.examId === detail.examId
  );
}
