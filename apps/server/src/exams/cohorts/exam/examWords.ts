import { dayInWords } from '@guichet/contract/core/dayInWords';
import { hoursInWords } from '@guichet/contract/core/hoursInWords';
import type { Language } from '@guichet/contract/core/language';
import type { ExamFacts } from '@guichet/contract/exams/exams';

/**
 * An exam in the words of one language, as mails have them; '' for what is not set. A text that is given in the other
 * language alone stands in for the one that is missing.
 */
export function examWords(exam: ExamFacts, language: Language) {
  const { startTime, endTime, placeUrl } = exam;
  const place = ofLanguage(language, exam.placeFr, exam.placeEn);
  return {
    examTitle: ofLanguage(language, exam.titleFr, exam.titleEn),
    examDate: dayInWords(exam.examDate, language),
    examTime: hoursInWords(startTime, endTime, language),
    examPlace: place && placeUrl ? `${place} (${placeUrl})` : place || placeUrl,
    // For a link in HTML, where only web addresses may stand.
    examPlaceName: place || placeUrl,
    examPlaceUrl: /^https?:\/\//i.test(placeUrl) ? placeUrl : '',
    examInstructions: ofLanguage(language, exam.instructionsFr, exam.instructionsEn),
  };
}

function ofLanguage(language: Language, fr: string, en: string): string {
  return language === 'fr' ? fr || en : en || fr;
}
