import { hoursInWords } from '@guichet/contract/core/inWords';
import { titleIn } from '@guichet/contract/exams/exams.end';
import type { Clashes } from '@guichet/contract/exams/places.clashes';
import { Notice } from '../../../ui/states/Notice.tsx';
import { NoticeList } from '../../../ui/states/NoticeList.tsx';
import { useTexts } from '../../i18n/formats.ts';

type Clash = Clashes['samples'][number];

/** Warns of people with another exam at the same hour, each with that exam; nothing where nobody has one. */
export function ClashList({ clashes: { people, samples } }: { clashes: Clashes }) {
  const { t, language, longDay } = useTexts();
  if (people === 0) return null;

  function examText({ exam }: Clash) {
    if (!exam) return t('Clash.Elsewhere');
    const { title, date } = titleIn(language, exam);
    const hours = hoursInWords(exam, language);
    return t('Clash.Exam', { title, when: `${longDay(date)}, ${hours}` });
  }

  const left = people - new Set(samples.map(({ email }) => email)).size;
  return (
    <Notice tone="warning" title={t('Clash.Title', { count: people })}>
      {/* A person may have several such exams. */}
      <NoticeList of={samples} keyOf={(_clash, place) => place}>
        {(clash) => t('Clash.At', { name: clash.name || clash.email, exam: examText(clash) })}
      </NoticeList>
      {left > 0 && <p className="mt-1">{t('Clash.LeftOut', { count: left })}</p>}
    </Notice>
  );
}
