import type { ExtraTime } from '../connector.ts';
import { type Override, type Quiz, timesFor } from './quizzes.ts';

/** Somebody for whom extra time was ordered, or is taken away. */
export interface Candidate {
  readonly userid: number;
  readonly groups: ReadonlySet<number>;
  readonly extraTime: ExtraTime | null;
}

/** The fields of an override; those that are null are left out of a call, and Moodle then has them as for everybody. */
type Fields = Omit<Override, 'id' | 'groupid'>;

/** Changes needed to one person's overrides in one quiz; Moodle applies only one override per person. */
export interface Plan {
  /** The time limit that she is to have; null where she gets no extra time. */
  readonly timelimit: number | null;
  /** Null when it stands as it should. */
  readonly save: (Fields & { readonly id: number | null }) | null;
  readonly remove: readonly number[];
  /** Whether the staff gave her a closing date that ends the quiz before her time is over. */
  readonly isCutShort: boolean;
}

/**
 * Ours are the time limit, and the closing date as far as it was moved for it. What the staff set beside them has to be sent
 * along: what a call leaves out Moodle takes away.
 */
export function planOverride(quiz: Quiz, overrides: readonly Override[], person: Candidate): Plan {
  const times = timesFor(quiz, overrides, person.groups);
  const found = overrides.filter(({ userid }) => userid === person.userid);
  // Concurrent calls can leave several: the one with the most fields of staff is kept, the others are deleted.
  const [own, ...twins] = found.sort((a, b) => staffFields(b) - staffFields(a) || a.id - b.id);
  const timelimit = limitOf(quiz, times, person.extraTime);
  // The closing date moves too, so that a candidate who starts last still gets her full time.
  const moved =
    timelimit === null || times.timeclose === 0 ? null : times.timeclose + timelimit - times.timelimit;
  const theirs = own && isOfStaff(own, times, moved) ? own.timeclose : null;
  const wanted: Fields = {
    userid: person.userid,
    timeopen: own?.timeopen ?? null,
    timeclose: theirs ?? moved,
    timelimit,
    attempts: own?.attempts ?? null,
    password: own?.password || null,
  };
  const { userid: _, ...fields } = wanted;
  const isEmpty = Object.values(fields).every((value) => value === null);
  const stands = own && (Object.keys(fields) as (keyof typeof fields)[]).every((f) => own[f] === fields[f]);
  const opens = own?.timeopen ?? times.timeopen;
  return {
    timelimit,
    save: isEmpty || stands ? null : { id: own?.id ?? null, ...wanted },
    remove: [...(own && isEmpty ? [own.id] : []), ...twins.map(({ id }) => id)],
    isCutShort: timelimit !== null && theirs !== null && opens + timelimit > theirs,
  };
}

/** A group that has more time already, as staff give it by hand, is not given the extra on top of it. */
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
