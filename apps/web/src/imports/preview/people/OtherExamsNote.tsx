import { hoursInWords } from '@guichet/contract/core/inWords';
import { titleIn } from '@guichet/contract/exams/exams.end';
import type { OtherExam } from '@guichet/contract/exams/places.clashes';
import { useTexts } from '../../../core/i18n/formats.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { NoticeList } from '../../../ui/states/NoticeList.tsx';

/** The other coming exams in which people of the list are; they are enrolled all the same. */
export function OtherExamsNote({ exams }: { exams: readonly OtherExam[] }) {
  const { t, language, list, longDay } = useTexts();
  if (exams.length === 0) return null;

  function textOf(exam: OtherExam) {
    const { title, date, people, names } = titleIn(language, exam);
    const when = [longDay(date), hoursInWords(exam, language)].filter(Boolean).join(', ');
    const key = people > names.length ? 'Import.OtherExams.AtMore' : 'Import.OtherExams.At';
    return t(key, { exam: t('Clash.Exam', { title, when }), count: people, names: list(names) });
  }

  return (
    <Notice title={t('Import.OtherExams.Title')}>
      {/* Two exams may have one title and one hour. */}
      <NoticeList of={exams} keyOf={(_exam, place) => place}>
        {textOf}
      </NoticeList>
      <p className="mt-2">{t('Import.OtherExams.Advice')}</p>
    </Notice>
  );
}
