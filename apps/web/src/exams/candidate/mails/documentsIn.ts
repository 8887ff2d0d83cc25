import type { Language } from '@guichet/contract/core/language';
import type { OwnExam } from '@guichet/contract/exams/candidate';
import type { MailDocument } from '../../../core/parts/mails/MailDocuments.tsx';

/** The documents of an exam for readers of a language, each once: mails in both languages may bring the same one. */
export function documentsIn(language: Language, { documents }: OwnExam): MailDocument[] {
  const named = documents
    .toSorted((one, other) => one.mailId - other.mailId)
    .map(({ mailId, name, names }) => ({ mailId, name: names?.[language] ?? name }));
  return [...new Map(named.map((document) => [document.name, document])).values()];
}
