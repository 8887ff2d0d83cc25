import type { PageProps } from '../../../../core/page/pageProps.ts';
import { useEditorPolicy } from '../../../../core/page/useEditorPolicy.ts';
import { ExamPartPage } from '../ExamPartPage.tsx';
import { LetterEditor } from './LetterEditor.tsx';

export function LetterPage(props: PageProps) {
  const isReady = useEditorPolicy(true);
  return (
    <ExamPartPage {...props}>
      {({ systemId, examId, exam }) =>
        isReady && <LetterEditor key={examId} systemId={systemId} examId={examId} examDate={exam.examDate} />
      }
    </ExamPartPage>
  );
}
