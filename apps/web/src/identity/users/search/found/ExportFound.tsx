import { useT } from '../../../../core/i18n/useT.ts';
import { ExportMenu } from '../../../../core/lists/saving/ExportMenu.tsx';
import { useRoleWords } from '../../useRoleWords.ts';
import type { SearchState } from '../filters/searchParams.ts';
import { useSearchWords } from '../filters/useSearchWords.ts';
import { fetchAllFound } from '../search.api.ts';
import { foundUsersFileRows } from './foundUsersFile.ts';

export interface ExportFoundProps {
  caption: string;
  state: SearchState;
  disabled: boolean;
}

/** Saves all people who match the filters as they stand on the screen, on all pages, in the order of the screen. */
export function ExportFound({ caption, state, disabled }: ExportFoundProps) {
  const t = useT();
  const columns = useSearchWords();
  const roleWords = useRoleWords();

  async function fetchRows() {
    const words = { columns, roleWords, yes: t('Dialog.Yes'), no: t('Dialog.No') };
    return foundUsersFileRows((await fetchAllFound(state)).data, words);
  }

  return <ExportMenu caption={caption} fetchRows={fetchRows} disabled={disabled} />;
}
