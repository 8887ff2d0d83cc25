import { type Language, otherLanguage } from '@guichet/contract/core/language';
import { isKept, type ListValues, toColumn, valueIn } from '@guichet/contract/core/listValues';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import {
  type MailForecast,
  optionalFacts,
  type TextForReaders,
  type TranslatedFact,
  translatedFacts,
} from '@guichet/contract/exams/notices.invitations';
import { lacksPasswordLink } from '@guichet/contract/mail/messages.gaps';
import type { AppContext } from '../../../core/context/appContext.ts';
import {
  listEmptyPlaceholders,
  listMentioned,
  type NewMailing,
} from '../../../mail/outbox/outbox.service.ts';
import { isExamOver, isInOneLanguage } from '../../facts/facts.service.ts';

export interface TextsOfMail {
  /** Null: no language has a text, and nobody gets a mail. */
  readonly of: Readonly<Record<Language, NewMailing | null>>;
  /** The language whose text is older than a change of the other, and not compared to it; null for none. */
  readonly older: Language | null;
}

/** Tells of how many readers of a language no list has a value in a column; null: it is not known who they are. */
export type WithoutValue = (column: string, reader: Language) => number | null;

/** Tells which of these texts about an exam readers of each language would get, and what each text lacks. */
export function forecastMail(
  context: AppContext,
  exam: ExamFacts,
  { of, older }: TextsOfMail,
  countWithout: WithoutValue = () => null,
): MailForecast {
  const forReaders = (reader: Language) => {
    const text = of[reader];
    if (!text) return noText;
    const named = listNamedColumns(text).map((column) => ({ column, people: countWithout(column, reader) }));
    const lacksFile =
      text.attachmentId === null && (of[otherLanguage(reader)]?.attachmentId ?? null) !== null;
    return {
      ...forecastText(exam, text, older),
      lacksFile,
      withoutValue: named.filter(({ people }) => people !== 0),
    };
  };
  return { fr: forReaders('fr'), en: forReaders('en'), isExamOver: isExamOver(context, exam) };
}

export function listNamedColumns(text: NewMailing | null): string[] {
  return [...(text ? listMentioned(text) : [])].filter(isKept).map(toColumn);
}

export function countAmong(
  people: readonly { readonly language: Language; readonly listValues: ListValues | null }[],
): WithoutValue {
  return (column, reader) =>
    people.filter(({ language, listValues }) => language === reader && valueIn(listValues, column) === '')
      .length;
}

const noText: TextForReaders = {
  language: null,
  isOlder: false,
  lacksLink: false,
  lacksFile: false,
  facts: [],
  inOtherLanguage: [],
  withoutValue: [],
};

function forecastText(
  exam: ExamFacts,
  text: NewMailing,
  older: Language | null,
): Omit<TextForReaders, 'lacksFile' | 'withoutValue'> {
  const { language } = text;
  const empty = listEmptyPlaceholders(text);
  return {
    language,
    isOlder: language === older,
    lacksLink: lacksPasswordLink(text),
    facts: optionalFacts.filter((fact) => empty.has(fact)),
    inOtherLanguage: listInOtherLanguage(exam, text),
  };
}

/** The facts in a text that the exam has in the other language alone. */
export function listInOtherLanguage(exam: ExamFacts, text: NewMailing): TranslatedFact[] {
  const mentioned = listMentioned(text);
  return translatedFacts.filter((fact) => mentioned.has(fact) && isInOneLanguage(exam, fact, text.language));
}
