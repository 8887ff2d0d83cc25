import { useT } from '../../platform/i18n/useT.ts';
import type { ChoiceFault } from './columnChoices.ts';

/** Why a choice of columns cannot be read, in the user's words. */
export function useChoiceFaultText(): (fault: ChoiceFault) => string {
  const t = useT();
  return (fault) => {
    if (fault.kind === 'namesTwice') return t('Import.Match.NamesTwice');
    const field = t(`Import.Field.${fault.field}`);
    return t(fault.kind === 'twice' ? 'Import.Match.Twice' : 'Import.Match.Missing', { field });
  };
}
