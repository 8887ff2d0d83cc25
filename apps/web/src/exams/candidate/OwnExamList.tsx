import type { OwnExam } from '@guichet/contract/exams/candidate';
import { isAtOneHour } from '@guichet/contract/exams/exams.end';
import { type Entrance, listEntrances } from '@guichet/contract/identity/access';
import { findOffice } from '@guichet/contract/systems/systems.office';
import { query, useQuery } from '../../core/call/query.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { OfficeWays } from '../../core/parts/contact/OfficeWays.tsx';
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

/** How to reach each program of the candidate, for somebody who expects an exam and sees none. */
function OwnOffices() {
  const { data } = useQuery(query(listEntrances));
  const programs = data?.entrances.filter(({ isStudent }) => isStudent) ?? [];
  return (
    <div className="mt-4 flex flex-col gap-3 text-ink">
      {programs.map((program) => (
        <OwnOffice key={program.systemId} program={program} />
      ))}
    </div>
  );
}

function OwnOffice({ program: { systemId, title, name } }: { program: Entrance }) {
  const language = useLanguage();
  const { data } = useQuery(query(findOffice, { query: { systemId } }));
  if (!data) return null;
  const lead = title[language] || name;
  const isKnown = data.email || data.phone || data.office;
  return (
    <OfficeWays {...data} office={data.office?.[language] ?? null} lead={isKnown ? lead : `${lead} –`} />
  );
}
