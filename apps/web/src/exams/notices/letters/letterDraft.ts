import type { Language } from '@guichet/contract/core/language';
import type { Letter, LetterTexts, PlannedLetter } from '@guichet/contract/exams/letters';
import type { Audience } from '@guichet/contract/exams/notices.reminders';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { MessageText } from '@guichet/contract/mail/messages';
import { useKept } from '../../../core/browser/useKept.ts';
import { dayAfter } from '../../../core/days/readDay.ts';
import type { SendingTime } from '../../../core/parts/forms/sendingDay.ts';
import { letterKey } from '../../../core/session/keptLetters.ts';

/** A letter as typed so far, kept in this browser until it is sent or discarded, or its writer signs out; two tabs show the same one. */
export interface LetterDraft extends LetterTexts, SendingTime {
  readonly audience: Audience;
  readonly people: readonly Pick<ListedUser, 'id' | 'fullName' | 'email'>[];
  /** Whether people whose address is known not to exist are left out. */
  readonly withoutUnknown: boolean;
  readonly isLater: boolean;
  /** When it was last changed, ISO 8601; absent for none. */
  readonly changedAt?: string;
}

/** The texts with which a letter begins: greeting and signature of the portal's own mails, and the line between them. */
const begun: LetterTexts = {
  subjectFr: '',
  bodyFr: '<p>Bonjour {{firstName}} {{lastName}},</p><p>&nbsp;</p><p>{{systemTitle}}</p>',
  subjectEn: '',
  bodyEn: '<p>Hello {{firstName}} {{lastName}},</p><p>&nbsp;</p><p>{{systemTitle}}</p>',
};

const empty: LetterDraft = {
  ...begun,
  audience: 'all',
  people: [],
  withoutUnknown: false,
  isLater: false,
  day: '',
  hour: 14,
};

/** A letter that is planned and is to be changed. */
export interface LetterToChange {
  readonly reminderId: number;
  readonly planned: PlannedLetter;
}

/** `toChange`: changes of a planned letter are kept apart, for as long as nobody else has changed it. */
export function useLetterDraft(
  systemId: number,
  examId: number,
  toChange: (LetterToChange & { readonly examDate: string }) | null = null,
) {
  const own = letterKey(systemId, examId);
  const key = toChange ? `${own}.${toChange.reminderId}.${toChange.planned.version}` : own;
  const [draft, keep] = useKept<LetterDraft>(key, 'browser');
  const letter = draft ?? (toChange ? draftOf(toChange.planned, toChange.examDate) : empty);
  const { subjectFr, bodyFr, subjectEn, bodyEn } = toLetter(letter);
  return {
    letter,
    isChanged: draft !== null,
    hasText: [subjectFr, bodyFr, subjectEn, bodyEn].some((text) => text !== ''),
    change: (patch: Partial<LetterDraft>) =>
      keep({ ...letter, ...patch, changedAt: new Date().toISOString() }),
    forget: () => keep(null),
  };
}

function draftOf({ daysBefore, ...planned }: PlannedLetter, examDate: string): LetterDraft {
  return { ...planned, isLater: true, day: dayAfter(examDate, -daysBefore) };
}

/** The letter as the server takes it; nobody is sent a greeting alone. */
export function toLetter(draft: LetterDraft): Letter {
  const { people, audience, withoutUnknown, subjectFr, subjectEn } = draft;
  const typed = (name: 'bodyFr' | 'bodyEn') =>
    wordsOf(draft[name]) === wordsOf(begun[name]) ? '' : draft[name];
  const userIds = people.map(({ id }) => id);
  return {
    ...{ subjectFr, bodyFr: typed('bodyFr'), subjectEn, bodyEn: typed('bodyEn'), audience },
    ...(audience === 'chosen' && userIds.length > 0 && { userIds }),
    ...(withoutUnknown && { withoutUnknown }),
  };
}

/** The words of a text: an editor writes the same ones in other tags and blanks once they were typed over. */
function wordsOf(html: string): string {
  return html
    .replace(/<[^<>]*>|&nbsp;|\s/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** The text of a language, as the fields of a message show it. */
export function textIn(letter: LetterTexts, language: Language): MessageText {
  return language === 'fr'
    ? { subject: letter.subjectFr, body: letter.bodyFr }
    : { subject: letter.subjectEn, body: letter.bodyEn };
}

/** The change of a letter that the change of a field means. */
export function patchIn(language: Language, { subject, body }: Partial<MessageText>): Partial<LetterTexts> {
  const end = language === 'fr' ? 'Fr' : 'En';
  return {
    ...(subject !== undefined && { [`subject${end}`]: subject }),
    ...(body !== undefined && { [`body${end}`]: body }),
  };
}
