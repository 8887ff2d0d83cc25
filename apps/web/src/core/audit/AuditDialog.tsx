import { type ListedAuditLine, listAuditLines } from '@guichet/contract/core/audit';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../ui/layout/Facts.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { query } from '../call/query.ts';
import { useFormats } from '../i18n/formats.ts';
import { useT } from '../i18n/useT.ts';
import { Loaded } from '../lists/states/Loaded.tsx';
import { ClosableDialog } from '../parts/dialogs/ClosableDialog.tsx';
import { useLastGiven } from '../timing/useLastGiven.ts';
import { type SystemName, useAuditWords } from './useAuditWords.ts';

export interface AuditDialogProps {
  lineId: number | null;
  systemName: SystemName;
  onClose: () => void;
}

export function AuditDialog({ lineId, systemName, onClose }: AuditDialogProps) {
  const t = useT();
  const shownId = useLastGiven(lineId);
  return (
    <ClosableDialog open={lineId !== null} onClose={onClose} title={t('Audit.Line')} size="md">
      {shownId !== null && <LoadedLine lineId={shownId} systemName={systemName} />}
    </ClosableDialog>
  );
}

function LoadedLine({ lineId, systemName }: { lineId: number } & Pick<AuditDialogProps, 'systemName'>) {
  const t = useT();
  const line = useQuery({
    ...query(listAuditLines, { query: { before: lineId + 1, pageSize: 1 } }),
    // Null when the line does not exist or the reader may not see it.
    select: ({ lines }) => lines.find(({ id }) => id === lineId) ?? null,
  });
  return (
    <Loaded query={line}>
      {(found) =>
        found ? <AuditFacts line={found} systemName={systemName} /> : <EmptyState title={t('Audit.Gone')} />
      }
    </Loaded>
  );
}

function AuditFacts({ line, systemName }: { line: ListedAuditLine; systemName: SystemName }) {
  const t = useT();
  const { exact } = useFormats();
  const say = useAuditWords(systemName);
  const facts = [
    { name: t('Audit.What'), value: say.action(line) },
    { name: t('Audit.Subject'), value: say.subject(line) },
    { name: t('Audit.Who'), value: say.actor(line) },
    { name: t('Audit.InTheNameOf'), value: line.onBehalfOf ?? '' },
    { name: t('Audit.System'), value: systemName(line.systemId) },
    { name: t('Audit.When'), value: exact(line.at) },
    ...say.details(line),
    { name: t('Audit.Number'), value: String(line.id) },
  ].filter(({ value }) => value !== '');
  return <Facts facts={facts} />;
}
