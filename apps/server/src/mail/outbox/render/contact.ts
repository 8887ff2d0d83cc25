import { fillParams } from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';
import type { UniversityName } from '../../../core/database/universityName.ts';
import { isAnswered, type MailFrame } from '../../../systems/university/university.service.ts';
import { mailWords } from '../../texts/texts.service.ts';

/** How readers of a mail get help, by what the whole frame has: an answer, a telephone, an office, else their program at the university. */
export function contactIn(language: Language, frame: MailFrame, university: UniversityName): string {
  const { contact } = mailWords[language].frame;
  const isRead = isAnswered(frame);
  const { phone, office } = frame;
  if (phone) return fillParams(contact[isRead ? 'replyOrCall' : 'call'], { phone });
  if (isRead) return contact.reply;
  return office
    ? fillParams(contact.office, { office })
    : fillParams(contact.program, { university: university[language] });
}
