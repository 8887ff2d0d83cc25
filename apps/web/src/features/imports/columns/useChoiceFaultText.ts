import { useT } from '../../../platform/i18n/useT.ts';
import type { ChoiceFault } from './columnChoices.ts';
import { useFieldName } from './useFieldName.ts';

/** The text for invalid column choices. */
export function useChoiceFaultText(): (fault: ChoiceFault) => string {
  const t = useT();
  const fieldName = useFieldName();
  return (fault) => {
    if (fault.kind === 'namesTwice') return t('Import.Match.NamesTwice');
    const field = fieldName(fault.field);
    return t(fault.kind === 'twice' ? 'Import.Match.Twice' : 'Import.Match.Missing', { field });
  };
}
