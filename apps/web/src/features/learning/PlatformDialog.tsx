import type { Cohort } from '@guichet/contract/cohorts';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/states/Loaded.tsx';
import { useLastGiven } from '../../platform/timing/useLastGiven.ts';
import { Dialog } from '../../ui/aria/Dialog.tsx';
import { platformHealthOptions } from './health.api.ts';
import { PlatformHealthView } from './PlatformHealthView.tsx';

export interface PlatformDialogProps {
  systemId: number;
  /** Null while closed. */
  cohort: Cohort | null;
  onClose: () => void;
}

/** What of a cohort has not reached the learning platform, with person, reason and remedy. */
export function PlatformDialog({ systemId, cohort, onClose }: PlatformDialogProps) {
  const t = useT();
  const shown = useLastGiven(cohort);
  return (
    <Dialog
      open={cohort !== null}
      onClose={onClose}
      title={t('Platform.Title', { title: shown?.title ?? '' })}
      closeLabel={t('Dialog.Close')}
      size="lg"
    >
      {shown && <LoadedHealth systemId={systemId} cohortId={shown.id} />}
    </Dialog>
  );
}

function LoadedHealth({ systemId, cohortId }: { systemId: number; cohortId: number }) {
  const health = useQuery(platformHealthOptions(systemId, cohortId));
  return (
    <Loaded query={health}>
      {(found) => <PlatformHealthView systemId={systemId} cohortId={cohortId} health={found} />}
    </Loaded>
  );
}
