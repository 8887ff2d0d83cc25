import { listContent } from '@guichet/contract/systems/content';
import {
  listContentVersions,
  listRemovedLabels,
  type RemovedLabel,
  restoreContent,
} from '@guichet/contract/systems/content.versions';
import { useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { query, useMutation, useQuery, useReload } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useTexts } from '../../../core/i18n/formats.ts';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';

export interface RemovedLabelsProps {
  systemId: number;
  onRestored: (label: string) => void;
}

/** Removed labels, with buttons that restore them; renders nothing without any. */
export function RemovedLabels({ systemId, onRestored }: RemovedLabelsProps) {
  const { t, longDateTime } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { data: removed = [] } = useQuery(query(listRemovedLabels, { params: { systemId } }));
  const restore = useRestoreLabel(systemId);
  if (removed.length === 0 && !isOpen) return null;

  function removalOf({ removedAt, removedBy: name }: RemovedLabel): string {
    const date = longDateTime(removedAt);
    return name === null ? t('Content.RemovedAt', { date }) : t('Content.RemovedBy', { date, name });
  }

  function bringBack(label: RemovedLabel) {
    restore.mutate(label, {
      onSuccess() {
        showToast({ tone: 'success', text: t('Content.Restored', { label: label.label }) });
        setOpen(false);
        onRestored(label.label);
      },
    });
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('Content.RemovedLabels')}
      </Button>
      <ClosableDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('Content.RemovedLabels')}
        busy={restore.isPending}
      >
        <FailureNotice failure={restore.error} />
        <ul className="divide-y divide-line overflow-clip rounded-lg border border-line bg-surface">
          {removed.map((one) => (
            <li key={one.label} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
              <span className="min-w-0">
                <span className="block font-medium text-ink [overflow-wrap:anywhere]">{one.label}</span>
                <span className="block text-muted text-sm [overflow-wrap:anywhere]">{removalOf(one)}</span>
              </span>
              <SmallButton
                icon={RefreshIcon}
                busy={restore.isPending && restore.variables.label === one.label}
                disabled={restore.isPending}
                onClick={() => bringBack(one)}
              >
                {t('Content.Restore', { label: one.label })}
              </SmallButton>
            </li>
          ))}
        </ul>
      </ClosableDialog>
    </>
  );
}

/** Restores the last text of each language; a newer text of somebody else stays. */
function useRestoreLabel(systemId: number) {
  return useMutation({
    mutationFn: async ({ versions }: RemovedLabel) => {
      for (const { id: versionId } of versions)
        await call(restoreContent, { params: { systemId, versionId }, body: { savedAt: null } });
    },
    onSettled: useReload(listContent, listContentVersions, listRemovedLabels),
  });
}
