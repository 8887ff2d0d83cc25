import type { Exam } from '@guichet/contract/exams/exams';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { examsOptions } from '../../places/places.api.ts';

export interface FromExamDayProps {
  systemId: number;
  examId: number;
  exam: Pick<Exam, 'examDate'>;
  /** The text before the day of the exam, which it names, and what shows below it. */
  ahead: (date: string) => string;
  before?: ReactNode;
  children: ReactNode;
}

/** The pages for what is noted of an exam from its day on. */
export function FromExamDay({ systemId, examId, exam, ahead, before, children }: FromExamDayProps) {
  const { longDay } = useTexts();
  const exams = useQuery(examsOptions(systemId, 'active', useLanguage()));
  return (
    <Loaded query={exams} lines={8}>
      {(list) =>
        list.find(({ id }) => id === examId)?.mayAttest ? (
          children
        ) : (
          <div className="flex flex-col gap-4">
            <Notice>{ahead(longDay(exam.examDate))}</Notice>
            {before}
          </div>
        )
      }
    </Loaded>
  );
}
