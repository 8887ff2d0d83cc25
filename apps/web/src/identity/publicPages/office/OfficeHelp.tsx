import { lazy, Suspense } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { PageBoundary } from '../../../core/page/later.tsx';

const FoundOffice = lazy(() => import('./FoundOffice.tsx'));

/** How to reach the office of a system, or else of the university; nothing until it is known. */
export function OfficeHelp({ systemId }: { systemId: number | null }) {
  const t = useT();
  return (
    <PageBoundary fallback={null}>
      <Suspense fallback={null}>
        <FoundOffice systemId={systemId} lead={t('Office.Help')} ofPrograms={t('Office.OfPrograms')} />
      </Suspense>
    </PageBoundary>
  );
}
