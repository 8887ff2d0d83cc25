import type { Problem } from '@guichet/contract/imports/imports.problems';
import { saveFile } from '../../core/call/bodies/download.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { csvFile } from '../../core/lists/csv.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DownloadIcon } from '../../ui/icons/moreIcons.tsx';
import { problemsFileRows, useProblemHeadings, useProblemText } from './problemWords.ts';

export interface DownloadProblemsProps {
  problems: readonly Problem[];
  /** The name of the refused list. */
  fileName: string;
}

/** Downloads the problems as a file for the author of the list. */
export function DownloadProblems({ problems, fileName }: DownloadProblemsProps) {
  const t = useT();
  const language = useLanguage();
  const problemText = useProblemText();
  const headings = useProblemHeadings();

  function save() {
    const rows = problemsFileRows(problems, headings, problemText);
    saveFile(
      csvFile(rows, language),
      t('Import.Problems.FileName', { name: fileName.replace(/\.\w+$/, '') }),
    );
  }

  return (
    <Button size="sm" icon={DownloadIcon} onClick={save}>
      {t('Import.Problems.Download')}
    </Button>
  );
}
