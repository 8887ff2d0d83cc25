import { useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchIcon } from '../../ui/moreIcons.tsx';
import type { ImportDraft } from './draft.ts';
import type { ImportOrder } from './imports.api.ts';

export interface CheckStepProps {
  order: ImportOrder | null;
  draft: ImportDraft;
  onCheck: () => void;
}

/** Asks for the preview; says what is still missing. */
export function CheckStep({ order, draft, onCheck }: CheckStepProps) {
  const t = useT();
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-5">
      <Button variant="primary" icon={SearchIcon} disabled={order === null} onClick={onCheck}>
        {t('Import.Check')}
      </Button>
      <p className="text-muted text-sm">
        {t(
          order ? 'Import.Check.Hint' : draft.chosen ? 'Import.Check.NeedsCohort' : 'Import.Check.NeedsFile',
        )}
      </p>
    </div>
  );
}
