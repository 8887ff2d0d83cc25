import type { Language } from '@guichet/contract/core/language';
import type { ClosedExam, OwnExam } from '@guichet/contract/exams/candidate';
import type { LocalMoment } from '@guichet/contract/exams/exams.end';
import type { FindRights } from '../visits/entry.ts';

type Facts = Pick<OwnExam, 'title' | 'date' | 'startTime' | 'endTime' | 'endDate' | 'place' | 'placeUrl'>;

/** An exam with the portal's facts for one candidate. */
export interface ToldExam
  extends Facts,
    Pick<OwnExam, 'hasExtraTime' | 'ownEnd' | 'isHandedOver' | 'instructions' | 'isPast'> {
  /** The code of the exam's course. */
  readonly code: string;
  /** `left`: the candidate is no longer registered, and is told only title and date. */
  readonly state: OwnExam['state'] | 'left';
  /** Since when the exam is cancelled or left; null for the other states. */
  readonly since: LocalMoment | null;
  /** The exam to which the candidate was moved from a left exam; else null. */
  readonly movedTo: ClosedExam['movedTo'];
}

/** Day, hours and place before their changes, and the time of the latest change. */
export interface Move {
  readonly at: LocalMoment;
  readonly former: Facts;
}

/** The contact data of the program's office; null for fields that are not set. */
export interface Office {
  readonly email: string | null;
  readonly phone: string | null;
  readonly office: string | null;
}

/** The portal's facts for the owner of a session who visits an organisation. */
export interface Stay {
  /** The super admin who acts in the owner's name; null for the owner alone. */
  readonly actor: string | null;
  readonly exams: readonly ToldExam[];
  /** The move of the exam whose page is asked for, since the candidate was registered; null for none. */
  readonly move: Move | null;
  readonly office: Office | null;
}

/** The portal around the platform. A session id is opaque here. */
export interface Portal {
  readonly findRights: FindRights;
  /** `code`: the course of the page asked for, included even if left. Null for a session that is over. */
  readonly findStay: (
    sessionId: string,
    of: { readonly organisation: number; readonly code: string | null; readonly language: Language },
  ) => Promise<Stay | null>;
}
