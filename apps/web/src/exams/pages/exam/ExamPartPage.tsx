import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import type { PageProps } from '../../../core/page/pageProps.ts';
import { TitledPage } from '../../../core/page/TitledPage.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useExamPart } from './useExamPart.ts';

export interface ExamPartPageProps extends PageProps {
  /** Whether the content shows for a cancelled exam too, below the notice of the cancellation. */
  alsoCancelled?: boolean;
  children: (exam: { systemId: number; examId: number; examDate: string; startTime: string }) => ReactNode;
}

/** A page about one part of an exam, below the exam's own page. */
export function ExamPartPage({ alsoCancelled = false, children, ...page }: ExamPartPageProps) {
  const t = useT();
  const { params, exam, titles } = useExamPart(page);
  return (
    <TitledPage dense {...titles}>
      <Loaded query={exam} lines={8}>
        {({ isCancelled, examDate, startTime }) => (
          <>
            {isCancelled && (
              <Notice tone="warning" title={t('Exam.IsCancelled')}>
                {t('Exam.IsCancelled.Text')}
              </Notice>
            )}
            {(!isCancelled || alsoCancelled) && children({ ...params, examDate, startTime })}
          </>
        )}
      </Loaded>
    </TitledPage>
  );
}
