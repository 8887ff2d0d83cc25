import { ProgressBar } from '../../../ui/states/ProgressBar.tsx';
import { useT } from '../../i18n/useT.ts';
import { useDelayedFlag } from '../../timing/useDelayedFlag.ts';

/** A bar at the top of a list that is fetched again, shown after 200 ms (S9.8). */
export function Reloading({ active }: { active: boolean }) {
  const t = useT();
  const isSlow = useDelayedFlag(active);
  return (
    <div className="relative">
      {isSlow && (
        <div className="absolute inset-x-0 top-0">
          <ProgressBar label={t('Loading')} labelHidden />
        </div>
      )}
    </div>
  );
}
