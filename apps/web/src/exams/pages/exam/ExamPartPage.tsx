import type { Exam } from '@guichet/contract/exams/exams';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { useEntrance } from '../../../identity/access/useEntrance.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { examHref } from '../../exam/examHrefs.ts';
import { examOptions } from '../../exam/exams.api.ts';

export interface ExamPartPageProps extends PageProps {
  /** Whether the content shows for a cancelled exam too, below the notice of the cancellation. */
  alsoCancelled?: boolean;
  /** Whether the heading names the exam too, for a screen that is used apart from its page. */
  isNamed?: boolean;
  children: (part: { systemId: number; examId: number; exam: Exam; seesExtraTime: boolean }) => ReactNode;
}

/** A page about one part of an exam, below the exam's own page. */
export function ExamPartPage({
  alsoCancelled = false,
  isNamed = false,
  children,
  ...page
}: ExamPartPageProps) {
  const t = useT();
  const { params, entrance, exam, titles } = useExamPart(page);
  const seesExtraTime = entrance?.seesExtraTime === true;
  return (
    <TitledPage dense {...titles} title={isNamed ? titles.windowTitle : titles.title}>
      <Loaded query={exam} lines={8}>
        {(found) => (
          <>
            {found.isCancelled && (
              <Notice tone="warning" title={t('Exam.IsCancelled')}>
                {t('Exam.IsCancelled.Text')}
              </Notice>
            )}
            {(!found.isCancelled || alsoCancelled) && children({ ...params, exam: found, seesExtraTime })}
          </>
        )}
      </Loaded>
    </TitledPage>
  );
}

/** The exam of a page below the exam's own page, and the titles of that page. */
export function useExamPart({ title, systemId: given }: PageProps) {
  const { examId: examParam = '' } = useParams({ strict: false });
  const examId = Number(examParam);
  const systemId = given ?? 0;
  const { entrance, systemTitle, configuration } = useEntrance(systemId);
  const exam = useQuery(examOptions(systemId, examId, useLanguage()));
  const examTitle = exam.data?.title ?? '';
  return {
    params: { systemId, examId },
    entrance,
    exam,
    titles: {
      title,
      windowTitle: examTitle ? `${title} – ${examTitle}` : title,
      above: [
        { label: systemTitle, href: `${configuration}?tab=cohorts` },
        { label: examTitle, href: examHref(systemId, examId) },
      ],
    },
  };
}
