import type { Language } from '@guichet/contract/core/language';
import {
  type MissingFacts,
  type OptionalFact,
  optionalFacts,
} from '@guichet/contract/exams/notices.invitations';
import type { MessageKind } from '@guichet/contract/mail/messages';
import type { AppContext } from '../../../core/context/appContext.ts';
import { getMessageForMailing } from '../../../mail/messages/messages.service.ts';
import { listEmptyPlaceholders } from '../../../mail/outbox/outbox.service.ts';
import { getExam, type OfExam } from '../../facts/facts.service.ts';
import { invitationOf } from './invitation.ts';

/**
 * The facts that the saved invitation or reminder mentions and the exam lacks, by the readers' language;
 * empty where no text would be sent.
 * @throws AppError `exam.notFound`
 */
export async function findMissingFacts(
  context: AppContext,
  of: OfExam,
  kind: MessageKind,
): Promise<MissingFacts> {
  const db = context.database.read;
  const { systemId } = of;
  const exam = await getExam(db, of, { alsoCancelled: true });
  const find = async (language: Language): Promise<OptionalFact[]> => {
    const text = await getMessageForMailing(db, { systemId, kind, language });
    if (!text) return [];
    const empty = listEmptyPlaceholders(await invitationOf(context, db, systemId, { ...text, kind }, exam));
    return optionalFacts.filter((fact) => empty.has(fact));
  };
  return { fr: await find('fr'), en: await find('en') };
}
