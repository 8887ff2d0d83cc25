import { useQuery } from '@tanstack/react-query';
import { useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/states/Loaded.tsx';
import { useLastGiven } from '../../platform/timing/useLastGiven.ts';
import { Dialog } from '../../ui/aria/Dialog.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { AuditFacts } from './AuditFacts.tsx';
import { auditLineOptions } from './audit.api.ts';
import type { SystemName } from './useAuditWords.ts';

export interface AuditDialogProps {
  lineId: number | null;
  systemName: SystemName;
  onClose: () => void;
}

/** One audit line with all details. */
export function AuditDialog({ lineId, systemName, onClose }: AuditDialogProps) {
  const t = useT();
  const shownId = useLastGiven(lineId);
  return (
    <Dialog
      open={lineId !== null}
      onClose={onClose}
      title={t('Audit.Line')}
      closeLabel={t('Dialog.Close')}
      size="md"
    >
      {shownId !== null && <LoadedLine lineId={shownId} systemName={systemName} />}
    </Dialog>
  );
}

function LoadedLine({ lineId, systemName }: { lineId: number } & Pick<AuditDialogProps, 'systemName'>) {
  const t = useT();
  const line = useQuery(auditLineOptions(lineId));
  return (
    <Loaded query={line}>
      {(found) =>
        found ? <AuditFacts line={found} systemName={systemName} /> : <EmptyState title={t('Audit.Gone')} />
      }
    </Loaded>
  );
}
