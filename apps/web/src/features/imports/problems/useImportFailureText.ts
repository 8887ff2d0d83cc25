import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { FileChanged } from '../chosenFile.ts';

export function useImportFailureText(): (failure: unknown) => string {
  const t = useT();
  const failureText = useFailureText();
  return (failure) => (failure instanceof FileChanged ? t('Import.FileChanged') : failureText(failure));
}
