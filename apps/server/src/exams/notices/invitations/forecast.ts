import type { Language } from '@guichet/contract/core/language';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import {
  type MailForecast,
  optionalFacts,
  type TextForReaders,
  translatedFacts,
} from '@guichet/contract/exams/notices.invitations';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { lacksPasswordLink } from '@guichet/contract/mail/messages.gaps';
import type { AppContext } from '../../../core/context/appContext.ts';
import {
  listEmptyPlaceholders,
  listMentioned,
  type NewMailing,
} from '../../../mail/outbox/outbox.service.ts';
import { getExam, isExamOver, isInOneLanguage, type OfExam } from '../../facts/facts.service.ts';
import { findInvitationTexts, type InvitationTexts } from './invitations.service.ts';

/**
 * What the saved invitation or reminder of an exam would be for readers of each language.
 * @throws AppError `exam.notFound`
 */
export async function forecastMessage(
  context: AppContext,
  of: OfExam,
  kind: MessageKind,
): Promise<MailForecast> {
  const exam = await getExam(context.database.read, of, { alsoCancelled: true });
  return forecastMail(context, exam, await findInvitationTexts(context, of.systemId, exam, { kind }));
}

/** What readers of each language would get with these texts about an exam, and what each lacks. */
export function forecastMail(
  context: AppContext,
  exam: ExamFacts,
  { of, older }: Pick<InvitationTexts, 'of' | 'older'>,
): MailForecast {
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
