import type { ExtraTime, QuizHours } from '../../connector.ts';
import { isShutIn } from '../../examTimes/examDay.ts';
import { type Override, type Quiz, type Times, timesFor, toDate } from './quizzes.ts';

/** A person for whom extra time was ordered, or is taken away. */
export interface Candidate {
  readonly userid: number;
  readonly groups: ReadonlySet<number>;
  readonly extraTime: ExtraTime | null;
  /** The portal never set extra time for this person there: a time limit of theirs is the staff's. */
  readonly isForDates?: boolean | undefined;
}

/** The fields of an override. Null fields are left out of a call; Moodle then applies everybody's values. */
type Fields = Omit<Override, 'id' | 'groupid'>;

/** Changes needed to a person's overrides in a quiz, of which Moodle applies only one. */
export interface Plan {
  /** The time limit that the person is to have; null without extra time. */
  readonly timelimit: number | null;
  /** Null when the override is as wanted. */
  readonly save: (Fields & { readonly id: number | null }) | null;
  readonly remove: readonly number[];
  /** Whether the staff gave this person a closing date that ends the quiz before their time is over. */
  readonly isCutShort: boolean;
}

/**
 * The portal's fields are the time limit, and a closing date moved for it. The fields set by staff have to be
 * sent along, since Moodle removes those that a call leaves out.
 */
export function planOverride(
  quiz: Quiz,
  overrides: readonly Override[],
  person: Candidate,
  hours: Hours | null = null,
): Plan {
  const times = timesFor(quiz, overrides, person.groups);
  const applied = hours && (hours.isForAll || person.extraTime !== null) ? hours : null;
  const open = applied ? openedFor(times, applied) : times;
  const found = overrides.filter(({ userid }) => userid === person.userid);
  // Concurrent calls can leave several overrides: the one with the most fields of staff is kept, the rest are
  // deleted.
  const [own, ...twins] = found.sort((a, b) => staffFields(b) - staffFields(a) || a.id - b.id);
  const timelimit = limitOf(quiz, times, person.extraTime);
  const moved = closingOf(times, open.timeclose, { timelimit, extraTime: person.extraTime, hours: applied });
  const isStaffs = own && !(hours && isOfPortal(own, hours));
  // A staff override that would shut this person out is replaced where the portal sets the dates.
  const isInTheWay = isStaffs && hours?.isForAll && isShutTo(quiz, overrides, person, hours);
  const kept = isStaffs && !isInTheWay ? own : null;
  const theirs = kept && isOfStaff(kept, times, moved) ? kept.timeclose : null;
  const opened = open.timeopen === times.timeopen ? null : open.timeopen;
  const wanted: Fields = {
    userid: person.userid,
    timeopen: kept?.timeopen ?? opened,
    timeclose: theirs ?? moved,
    timelimit: timelimit ?? (person.isForDates ? (own?.timelimit ?? null) : null),
    attempts: own?.attempts ?? null,
    password: own?.password || null,
  };
  const { userid: _, ...fields } = wanted;
  const isEmpty = Object.values(fields).every((value) => value === null);
  const stands = own && (Object.keys(fields) as (keyof typeof fields)[]).every((f) => own[f] === fields[f]);
  const opens = wanted.timeopen ?? open.timeopen;
  return {
    timelimit,
    save: isEmpty || stands ? null : { id: own?.id ?? null, ...wanted },
    remove: [...(own && isEmpty ? [own.id] : []), ...twins.map(({ id }) => id)],
    isCutShort:
      timelimit !== null &&
      theirs !== null &&
      (opens + timelimit > theirs || (applied !== null && theirs < applied.earliestClosing)),
  };
}

/** The hours of the exam in Moodle's seconds. */
export interface Hours {
  readonly starts: number;
  readonly ends: number;
  readonly earliestClosing: number;
  /** The hours as dates. */
  readonly exam: QuizHours;
  readonly isForAll: boolean;
  /** The present hours, and earlier hours of the exam. */
  readonly ever: readonly { readonly from: number; readonly until: number }[];
}

export function pickHours(hours: QuizHours): Hours {
  const { startsAt, endsAt, earliestClosing, isForAll, former } = hours;
  const of = (moment: Date) => moment.getTime() / 1000;
  return {
    starts: of(startsAt),
    ends: of(endsAt),
    earliestClosing: of(earliestClosing),
    exam: hours,
    isForAll,
    ever: [hours, ...former].map((one) => ({ from: of(one.startsAt), until: of(one.endsAt) })),
  };
}

/** Dates that shut candidates out during the exam are both replaced by its hours: no quiz opens early. */
function openedFor(times: Times, hours: Hours): Times {
  if (!isShut(times, hours, 0)) return times;
  return { ...times, timeopen: hours.starts, timeclose: times.timeclose === 0 ? 0 : hours.ends };
}

function isShut({ timeopen, timeclose }: Omit<Times, 'timelimit'>, { exam }: Hours, extra: number): boolean {
  return isShutIn(exam, { opensAt: toDate(timeopen), closesAt: toDate(timeclose) }, extra);
}

/** The person's closing date in place of the usual; moves with the time limit, for people who start last. */
function closingOf(
  times: Times,
  timeclose: number,
  of: {
    readonly timelimit: number | null;
    readonly extraTime: ExtraTime | null;
    readonly hours: Hours | null;
  },
): number | null {
  const { timelimit, extraTime, hours } = of;
  if (timeclose === 0) return null;
  const isUntimed = hours !== null && times.timelimit === 0 && hours.earliestClosing === hours.ends;
  const until = isUntimed ? hours.ends + computeExtraSeconds(extraTime, hours) : 0;
  const closing = Math.max(timeclose + (timelimit === null ? 0 : timelimit - times.timelimit), until);
  return closing === times.timeclose ? null : closing;
}

/** Seconds of extra time beyond the end of the exam. */
export function computeExtraSeconds(
  extraTime: ExtraTime | null,
  { starts, ends }: Pick<Hours, 'starts' | 'ends'>,
): number {
  if (extraTime === null) return 0;
  const { minutes, factor } = extraTime;
  return minutes === null ? Math.round((ends - starts) * (factor - 1)) : minutes * 60;
}

/** Whether an override has the dates that the portal sets, or has set. */
function isOfPortal({ timeopen, timeclose }: Override, { ever }: Hours): boolean {
  return ever.some(({ from, until }) => timeopen === from && (timeclose === null || timeclose >= until));
}

/** Whether a quiz, with the times that hold for this person, is shut in their time. */
export function isShutTo(
  quiz: Quiz,
  overrides: readonly Override[],
  { userid, groups, extraTime }: Candidate,
  hours: Hours,
): boolean {
  const times = timesFor(quiz, overrides, groups);
  const own = overrides.find((override) => override.userid === userid);
  const limit = limitOf(quiz, times, extraTime);
  const extra =
    limit === null
      ? computeExtraSeconds(times.timelimit === 0 ? extraTime : null, hours)
      : limit - times.timelimit;
  const { timeopen, timeclose } = times;
  const stands = { timeopen: own?.timeopen ?? timeopen, timeclose: own?.timeclose ?? timeclose };
  return isShut(stands, hours, extra);
}

/** A group that already has more time, given by staff by hand, does not get the extra time on top. */
function limitOf(quiz: Quiz, { timelimit }: Pick<Quiz, 'timelimit'>, extraTime: ExtraTime | null) {
  if (extraTime === null || timelimit === 0) return null;
  const usual = quiz.timelimit === 0 ? timelimit : Math.min(quiz.timelimit, timelimit);
  const { minutes, factor } = extraTime;
  const extended = minutes === null ? Math.round(usual * factor) : usual + minutes * 60;
  return Math.max(timelimit, extended);
}

/** Whether staff set this closing date; false for the quiz's own date plus the extra time, which is ours. */
function isOfStaff(own: Override, times: Pick<Quiz, 'timeclose' | 'timelimit'>, moved: number | null) {
  if (own.timeclose === null) return false;
  const extra = (own.timelimit ?? times.timelimit) - times.timelimit;
  if (extra !== 0 && own.timeclose === times.timeclose + extra) return false;
  return own.timeopen !== null || own.timeclose > (moved ?? times.timeclose);
}

function staffFields({ timeopen, attempts, password }: Override): number {
  return [timeopen, attempts, password].filter((value) => value !== null).length;
}
