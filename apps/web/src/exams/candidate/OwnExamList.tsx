import type { OwnExam } from '@guichet/contract/exams/candidate';
import { isAtOneHour } from '@guichet/contract/exams/exams.overlap';
import { useT } from '../../core/i18n/useT.ts';
import { CalendarIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { OwnExamEntry } from './OwnExamEntry.tsx';
import { OwnOffices } from './OwnOffices.tsx';

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
          <Entries exams={upcoming} clashing={findClashing(upcoming)} />
        ) : (
          <EmptyState icon={CalendarIcon} title={t('MyExams.Empty.Title')}>
            <p>{t('MyExams.Empty.Text', { email })}</p>
            <OwnOffices />
          </EmptyState>
        )}
      </Card>
      {past.length > 0 && (
        <Card title={t('MyExams.Past')} flush>
          <Entries exams={past} clashing={new Map()} />
        </Card>
      )}
    </>
  );
}

/** For each exam, another one at the same hour, which the candidate has to tell their programs of. */
function findClashing(exams: readonly OwnExam[]): ReadonlyMap<number, OwnExam> {
  const sat = exams
    .filter(({ state }) => state !== 'cancelled')
    .map((exam) => ({ ...exam, examDate: exam.date }));
  return new Map(
    sat.flatMap((exam) => {
      const other = sat.find((one) => one.examId !== exam.examId && isAtOneHour(exam, one));
      return other ? [[exam.examId, other]] : [];
    }),
  );
}

function Entries({ exams, clashing }: { exams: readonly OwnExam[]; clashing: ReadonlyMap<number, OwnExam> }) {
  return (
    <ul className="border-line border-t">
      {exams.map((exam) => (
        <OwnExamEntry key={exam.examId} exam={exam} clash={clashing.get(exam.examId) ?? null} />
      ))}
    </ul>
  );
}
