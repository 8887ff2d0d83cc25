import { useT } from '../../core/i18n/useT.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { OwnExamEntry } from './OwnExamEntry.tsx';
import { useOwnExams } from './useOwnExams.ts';

/** The next exam of the candidate with the way in, for home; nothing without one. */
export function NextOwnExam() {
  const t = useT();
  const next = useOwnExams().data?.find(({ isPast }) => !isPast);
  if (!next) return null;
  return (
    <Card title={t('HomePage.NextExam')} flush>
      <ul className="border-line border-t">
        <OwnExamEntry exam={next} clash={null} />
      </ul>
    </Card>
  );
}
