import type { OwnExam } from '@guichet/contract/exams/candidate';
import { useT } from '../../core/i18n/useT.ts';
import { rowStops } from '../../ui/focus/rowStops.ts';
import { CalendarIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { OwnExamEntry } from './OwnExamEntry.tsx';

export interface OwnExamListProps {
  exams: readonly OwnExam[];
  /** The session's address, shown when no exam is found: the exams may be those of another account. */
  email: string;
}

/** Upcoming exams, the next one first; past exams below. */
export function OwnExamList({ exams, email }: OwnExamListProps) {
  const t = useT();
  const past = exams.filter(({ isPast }) => isPast);
  const upcoming = exams.filter(({ isPast }) => !isPast);
  return (
    <>
      <Card title={t('MyExams.Upcoming')} flush>
        {upcoming.length > 0 ? (
          <Entries exams={upcoming} />
        ) : (
          <EmptyState icon={CalendarIcon} title={t('MyExams.Empty.Title')}>
            {t('MyExams.Empty.Text', { email })}
          </EmptyState>
        )}
      </Card>
      {past.length > 0 && (
        <Card title={t('MyExams.Past')} flush>
          <Entries exams={past} />
        </Card>
      )}
    </>
  );
}

function Entries({ exams }: Pick<OwnExamListProps, 'exams'>) {
  return (
    <ul ref={rowStops} className="border-line border-t">
      {exams.map((exam) => (
        <OwnExamEntry key={exam.examId} exam={exam} />
      ))}
    </ul>
  );
}
