import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import type { PageProps } from '../../../core/page/TitledPage.tsx';
import { DriftView } from '../../../learning/drift/DriftView.tsx';
import { driftOptions } from '../../../learning/drift/drift.api.ts';
import { ExamPartPage } from './ExamPartPage.tsx';

/** The drift of one exam: where the learning platform differs from the portal. */
export function DriftPage({ title, systemId }: PageProps) {
  return (
    <ExamPartPage title={title} systemId={systemId} alsoCancelled>
      {(exam) => <ExamDrift {...exam} />}
    </ExamPartPage>
  );
}

function ExamDrift({ systemId, examId }: { systemId: number; examId: number }) {
  const drift = useQuery(driftOptions(systemId, examId));
  return (
    <Loaded query={drift} lines={8}>
      {(found) => <DriftView systemId={systemId} examId={examId} drift={found} />}
    </Loaded>
  );
}
