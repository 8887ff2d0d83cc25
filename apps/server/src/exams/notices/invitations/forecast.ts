import type { Language } from '@guichet/contract/core/language';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import {
  type MailForecast,
  optionalFacts,
  type TextForReaders,
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

/** The texts of a mail about an exam, by the language of their readers. */
export interface TextsOfMail {
  /** Null: no language has a text, and nobody gets a mail. */
  readonly of: Readonly<Record<Language, NewMailing | null>>;
  /** The language whose text is older than a change of the other, and not compared to it; null for none. */
  readonly older: Language | null;
}

/** Tells which of these texts about an exam readers of each language would get, and what each text lacks. */
export function forecastMail(context: AppContext, exam: ExamFacts, { of, older }: TextsOfMail): MailForecast {
  const forReaders = (text: NewMailing | null) => (text ? forecastText(exam, text, older) : noText);
  return { fr: forReaders(of.fr), en: forReaders(of.en), isExamOver: isExamOver(context, exam) };
}

const noText: TextForReaders = {
  language: null,
  isOlder: false,
  lacksLink: false,
  facts: [],
  inOtherLanguage: [],
};

function forecastText(exam: ExamFacts, text: NewMailing, older: Language | null): TextForReaders {
  const { language } = text;
  const [empty, mentioned] = [listEmptyPlaceholders(text), listMentioned(text)];
  return {
    language,
    isOlder: language === older,
    lacksLink: lacksPasswordLink(text),
    facts: optionalFacts.filter((fact) => empty.has(fact)),
    inOtherLanguage: translatedFacts.filter(
      (fact) => mentioned.has(fact) && isInOneLanguage(exam, fact, language),
    ),
  };
}
