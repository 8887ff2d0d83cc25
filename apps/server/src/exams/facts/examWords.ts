import { daysInWords, hoursInWords, zoneInWords } from '@guichet/contract/core/inWords';
import type { Language } from '@guichet/contract/core/language';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import type { TranslatedFact } from '@guichet/contract/exams/notices.invitations';

/** An exam in words, for mails, with hours of `timeZone`; the other language replaces a missing text. */
export function examWords(exam: ExamFacts, language: Language, timeZone: string) {
  const { placeUrl } = exam;
  const place = ofLanguage(language, exam.placeFr, exam.placeEn);
  return {
    examTitle: ofLanguage(language, exam.titleFr, exam.titleEn),
    examDate: daysInWords(exam.examDate, exam, language),
    examTime: hoursInWords(exam, language, zoneInWords(timeZone, exam.examDate, language)),
    examPlace: place && placeUrl ? `${place} (${placeUrl})` : place || placeUrl,
    // For a link in HTML, which may only lead to a web address.
    examPlaceName: place || placeUrl,
    examPlaceUrl: /^https?:\/\//i.test(placeUrl) ? placeUrl : '',
    examInstructions: ofLanguage(language, exam.instructionsFr, exam.instructionsEn),
  };
}

/** Whether a fact has a text in the other language alone, which stands in for it in mails of this language. */
export function isInOneLanguage(exam: ExamFacts, fact: TranslatedFact, language: Language): boolean {
  const [fr, en] = {
    examTitle: [exam.titleFr, exam.titleEn],
    examPlace: [exam.placeFr, exam.placeEn],
    examInstructions: [exam.instructionsFr, exam.instructionsEn],
  }[fact] as [string, string];
  const [own, other] = language === 'fr' ? [fr, en] : [en, fr];
  return own === '' && other !== '';
}

function ofLanguage(language: Language, fr: string, en: string): string {
  return language === 'fr' ? fr || en : en || fr;
}
