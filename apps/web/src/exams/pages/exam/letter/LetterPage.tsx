import { getPlannedLetter } from '@guichet/contract/exams/letters';
import { numberParam, useAddress } from '../../../../core/address/useAddress.ts';
import { query, useQuery } from '../../../../core/call/query.ts';
import { Loaded } from '../../../../core/lists/states/Loaded.tsx';
import type { PageProps } from '../../../../core/page/TitledPage.tsx';
import { useEditorPolicy } from '../../../../core/page/useEditorPolicy.ts';
import { ExamPartPage } from '../ExamPartPage.tsx';
import { LetterEditor, type LetterEditorProps } from './LetterEditor.tsx';

/** `planned`: the letter that is to be changed. */
const params = { planned: numberParam(null) };

/** Writes one letter to people of an exam, or changes one that is planned. */
export function LetterPage(props: PageProps) {
  const isReady = useEditorPolicy(true);
  const [{ planned }] = useAddress(params);
  return (
    <ExamPartPage {...props}>
      {({ systemId, examId, exam }) => {
        const of = { systemId, examId, examDate: exam.examDate };
        if (!isReady) return null;
        return planned === null ? (
          <LetterEditor key={examId} {...of} toChange={null} />
        ) : (
          <PlannedLetterEditor key={planned} {...of} reminderId={planned} />
        );
      }}
    </ExamPartPage>
  );
}

function PlannedLetterEditor({
  reminderId,
  ...of
}: Omit<LetterEditorProps, 'toChange'> & { reminderId: number }) {
  const { systemId, examId } = of;
  // Read once: what somebody else changes meanwhile is refused when it is saved.
  const letter = useQuery({
    ...query(getPlannedLetter, { params: { systemId, examId, reminderId } }),
    staleTime: 'static',
    gcTime: 0,
  });
  return (
    <Loaded query={letter} lines={8}>
      {(planned) => <LetterEditor {...of} toChange={{ reminderId, planned }} />}
    </Loaded>
  );
}
