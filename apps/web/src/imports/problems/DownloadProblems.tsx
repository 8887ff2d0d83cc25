import type { Problem } from '@guichet/contract/imports/imports.problems';
import { useT } from '../../core/i18n/useT.ts';
import { useSaveList } from '../../core/lists/saving/useSaveList.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { DownloadIcon } from '../../ui/icons/moreIcons.tsx';
import type { ImportOrder } from '../draft.ts';
import { problemsFileRows, useProblemHeadings, useProblemText } from './problemWords.ts';

export interface DownloadProblemsProps {
  order: ImportOrder;
  problems: readonly Problem[];
}

/** Downloads the problems as a file for the author of the list. */
export function DownloadProblems({ order, problems }: DownloadProblemsProps) {
  const t = useT();
  const { save } = useSaveList(order.systemId);
  const problemText = useProblemText();
  const headings = useProblemHeadings();

  function saveAll() {
    const name = t('Import.Problems.FileName', { name: order.chosen.file.name.replace(/\.\w+$/, '') });
    void save(name, () => problemsFileRows(problems, headings, problemText));
  }

  return (
    <SmallButton icon={DownloadIcon} onClick={saveAll}>
      {t('Import.Problems.Download')}
    </SmallButton>
  );
}
