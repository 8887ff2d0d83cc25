import { hoursInWords } from '@guichet/contract/core/inWords';
import type { PersonExam } from '@guichet/contract/identity/users';
import type { ReactNode } from 'react';
import { today, useTexts } from '../../../core/i18n/formats.ts';
import { isExamOver } from '../../../core/parts/mails/isExamOver.ts';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { Section } from './UserFacts.tsx';

interface UserExamsProps {
  exams: readonly PersonExam[];
  /** Names the system of each exam, where they are of several. */
  systemName?: (systemId: number) => string;
  examAction: (exam: PersonExam) => ReactNode;
}

/** The person's exams, each with hours, place, instructions and its commonest actions. */
export function UserExams({ exams, systemName, examAction }: UserExamsProps) {
  const { t, language, longDay } = useTexts();
  const isOfSeveral = new Set(exams.map(({ systemId }) => systemId)).size > 1;
  return (
    <Section title={t('UserInfo.Exams')} none={t('UserInfo.Exams.None')}>
      {exams.map((exam) => {
        const { title, date, place, instructions } = exam;
        const system = isOfSeveral && systemName?.(exam.systemId);
        const isToday =
          date <= today(new Date()) && !isExamOver({ date, endTime: '', lastDay: exam.endDate });
        const facts = [system, hoursInWords(exam, language), place].filter(Boolean);
        return (
          <li key={exam.examId}>
            <div className="flex flex-wrap items-baseline gap-x-2">
              {t('UserInfo.Exam', { title, date: longDay(date) })}
              {isToday && <StateChip tone="warning">{t('MyExams.State.today')}</StateChip>}
              {exam.isCancelled && <StateChip tone="danger">{t('Exam.Cancelled')}</StateChip>}
              {exam.isAttested && <StateChip tone="success">{t('UserInfo.Exam.Attested')}</StateChip>}
              {exam.hasExtraTime && <StateChip>{t('UserInfo.Exam.ExtraTime')}</StateChip>}
              {/* Together, on one line wherever they fit. */}
              <span className="flex max-w-full shrink-0 flex-wrap gap-2 empty:hidden">
                {examAction(exam)}
              </span>
            </div>
            {facts.length > 0 && <p className="text-muted text-sm">{facts.join(' · ')}</p>}
            {instructions && (
              <details className="text-sm">
                <summary className="min-h-6 w-fit cursor-pointer text-accent-ink">
                  {t('MyExams.Instructions')}
                </summary>
                <p className="whitespace-pre-line">{instructions}</p>
              </details>
            )}
          </li>
        );
      })}
    </Section>
  );
}
