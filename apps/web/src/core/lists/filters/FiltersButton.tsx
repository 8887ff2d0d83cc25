import { Button } from '../../../ui/buttons/Button.tsx';
import { SlidersIcon } from '../../../ui/icons/moreIcons.tsx';
import { useT } from '../../i18n/useT.ts';

export interface FiltersButtonProps {
  count: number;
  isUnfolded: boolean;
  onUnfold: (isUnfolded: boolean) => void;
}

/** Unfolds the filters of a list, and shows how many are set. */
export function FiltersButton({ count, isUnfolded, onUnfold }: FiltersButtonProps) {
  const t = useT();
  return (
    <Button
      icon={SlidersIcon}
      iconOnNarrow={count === 0}
      aria-expanded={isUnfolded}
      onClick={() => onUnfold(!isUnfolded)}
    >
      {count > 0 ? t('List.Filter.Set', { count }) : t('List.Filter')}
    </Button>
  );
}
