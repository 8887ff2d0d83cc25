import type { Language } from '@guichet/contract/core/language';
import type { OwnExam } from '@guichet/contract/exams/candidate';
import type { LocalMoment } from '@guichet/contract/exams/exams.end';
import type { FindRights } from '../platformEntry.ts';

type Facts = Pick<OwnExam, 'title' | 'date' | 'startTime' | 'endTime' | 'place' | 'placeUrl'>;

/** An exam as the portal tells it to one candidate. */
export interface ToldExam
  extends Facts,
    Pick<OwnExam, 'hasExtraTime' | 'ownEnd' | 'isHandedOver' | 'instructions' | 'isPast'> {
  /** The code of its course. */
  readonly code: string;
  /** `left`: the candidate is no longer registered; then only title and date are told. */
  readonly state: OwnExam['state'] | 'left';
  /** Since when it is cancelled or left; null for the other states. */
  readonly since: LocalMoment | null;
}

/** Day, hours and place before they were changed, and when that was last done. */
export interface Move {
  readonly at: LocalMoment;
  readonly former: Facts;
}

/** How the program's office is reached; null for what it has not set. */
export interface Office {
  readonly email: string | null;
  readonly phone: string | null;
  readonly office: string | null;
}

/** What the portal knows of the owner of a session who visits an organisation. */
export interface Stay {
  /** The super admin who acts in the owner's name; null for the owner alone. */
  readonly actor: string | null;
  readonly exams: readonly ToldExam[];
  /** That of the exam whose page is asked for, if it was moved since the candidate is registered. */
  readonly move: Move | null;
  readonly office: Office | null;
}

/** The portal around the platform. A session id is opaque here. */
export interface Portal {
  readonly findRights: FindRights;
  /** `code`: the course whose page is asked for, which is then told also where the owner has left it. Null for a session that is over. */
  readonly findStay: (
    sessionId: string,
    of: { readonly organisation: number; readonly code: string | null; readonly language: Language },
  ) => Promise<Stay | null>;
}
