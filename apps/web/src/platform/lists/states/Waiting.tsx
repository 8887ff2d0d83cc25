import { Skeleton } from '../../../ui/states/Skeleton.tsx';
import { useT } from '../../i18n/useT.ts';
import { useDelayedFlag } from '../../timing/useDelayedFlag.ts';

/** Reserves the space of what is loading, with a skeleton when it takes longer than 200 ms (S9.8). */
export function Waiting({ lines }: { lines: number }) {
  const t = useT();
  const isSlow = useDelayedFlag(true);
  return (
    <div className="min-h-32 px-5 py-6 sm:px-6">
      {isSlow && <Skeleton lines={lines} label={t('Loading')} />}
    </div>
  );
}
