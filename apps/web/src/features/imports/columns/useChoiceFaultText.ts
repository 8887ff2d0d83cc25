import { useT } from '../../../platform/i18n/useT.ts';
import type { ChoiceFault } from './columnChoices.ts';
import { useFieldName } from './useFieldName.ts';

/** Why a choice of columns cannot be read, in the user's words. */
export function useChoiceFaultText(): (fault: ChoiceFault) => string {
  const t = useT();
  const fieldName = useFieldName();
  return (fault) => {
    if (fault.kind === 'namesTwice') return t('Import.Match.NamesTwice');
    const field = fieldName(fault.field);
    return t(fault.kind === 'twice' ? 'Import.Match.Twice' : 'Import.Match.Missing', { field });
  };
}
