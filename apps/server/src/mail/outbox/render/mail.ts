import type { Language } from '@guichet/contract/core/language';
import type { ListValues } from '@guichet/contract/core/listValues';
import type { ExtraTimeColumns, Hours } from '@guichet/contract/exams/exams.end';
import type { MailTokenPurpose } from './mailSecrets.ts';

export type ExamPath = `/${string}?orgId=${string}`;
export type RequestPath = `/corrections?request=${number}`;

/** Values that are the same in all mails of a mailing, in the mailing's language; stored with it. */
export interface SharedVariables {
  readonly systemTitle?: string;
  readonly examTitle?: string;
  /** A date in words: `vendredi 15 janvier 2027`. */
  readonly examDate?: string;
  /** `9 h à 12 h 30`; '' where the exam has no hour. The next two: '' where the exam has none. */
  readonly examTime?: string;
  readonly examPlace?: string;
  /** The two parts of `examPlace`, for a link; '' where the place has no web address. */
  readonly examPlaceName?: string;
  readonly examPlaceUrl?: string;
  /** Plain text with line breaks. */
  readonly examInstructions?: string;
  /** How readers reach whoever sends the mail, as an imperative within a sentence. */
  readonly contact?: string;
  /** Former values, for a mail about a change; those of the former exam, for a mail about a move. */
  readonly formerTitle?: string;
  readonly formerDate?: string;
  readonly formerTime?: string;
  readonly formerPlace?: string;
  /** Everybody's hours in `formerTime`. */
  readonly formerHours?: Hours;
  /** The note that the sender adds: plain text with line breaks. */
  readonly note?: string;
  /** The correction that a person asked for: plain text with line breaks. */
  readonly request?: string;
  /** The last day of the links to a first password, in words. */
  readonly linkUntil?: string;
  /**
   * The files for calendars that the mail carries, made when it leaves: the exam, the exam as an entry that is cancelled, or
   * for people who were moved the exam and the former one cancelled.
   */
  readonly calendarFile?: CalendarFiles;
  /** The address in the portal of the exam space, or of a request, to which the sign-in link leads; absent: to the sign-in page. */
  readonly examPath?: ExamPath | RequestPath;
  /** The system in which links open the portal; null for none. */
  readonly linkSystemId: number | null;
}

export type CalendarFiles = true | 'cancelled' | 'moved';

export interface OwnVariables {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Absent when the person needs no link. */
  readonly secretLink?: SecretLink;
  /** The person needs a link that this mail may not hold: the portal sends it when asked. */
  readonly asksForLink?: true;
  /** The link with which a new person confirms the address. */
  readonly confirmLink?: SecretLink;
  /** A password that somebody else chose, from `encryptSecret`. */
  readonly encryptedPassword?: string;
  /** The candidate's values in kept columns of lists. */
  readonly listValues?: ListValues;
  /** The mail is a test: its text is complete, although nobody gets a link by it. */
  readonly isTest?: boolean;
  /** The reader is invented. */
  readonly isSample?: boolean;
  /** The account that the mail is about, if the mail is addressed to no person. */
  readonly aboutUserId?: number;
}

/** Claims from which the link is computed when the mail is sent or shown; the link itself is not stored. */
export interface SecretLink {
  readonly purpose: MailTokenPurpose;
  readonly subject: string;
  /** ISO 8601; null: the token never expires by itself. */
  readonly expiresAt: string | null;
}

/** The frozen text that many mails share, as stored. */
export interface Mailing {
  readonly id: number;
  readonly language: Language;
  readonly from: Mailbox;
  /** Null: answers go to the sender. */
  readonly replyTo: string | null;
  readonly logoId: number | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachmentId: number | null;
  readonly variables: SharedVariables;
}

export interface Mail {
  readonly id: number;
  readonly recipient: string;
  readonly recipientName: string;
  readonly queuedAt: Date;
  readonly variables: OwnVariables;
  /** False: no link to a first password, since the system may not manage the person. Absent: true. */
  readonly mayHoldLink?: boolean;
  /** Set only when the mail is sent, or when its own reader opens it. */
  readonly ownTime?: OwnTime | null;
}

/** The reader's extra time in the exam of a mail; read on sending, never stored. */
export interface OwnTime extends ExtraTimeColumns {
  /** Whether somebody else may read the mail: it then tells everybody's hours, not the reader's. */
  readonly isHandedOver: boolean;
  /** Everybody's hours, as they are now. */
  readonly hours: Hours;
  /** The university's zone, which stands beside the hour. */
  readonly timeZone: string;
}

export interface RenderedMail extends Omit<Mailing, 'id' | 'logoId' | 'attachmentId' | 'variables'> {
  readonly messageId: string;
  readonly date: Date;
  readonly to: Mailbox;
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export function mailboxText({ name, address }: Mailbox): string {
  return name ? `${name} <${address}>` : address;
}
