import type { Problem } from '@guichet/contract/imports.problems';
import { useT } from '../../../platform/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useProblemText } from '../problems/problemWords.ts';

/** Why the headings alone do not identify the columns. */
export function ColumnProblems({ problems }: { problems: readonly Problem[] }) {
  const t = useT();
  const problemText = useProblemText();
  return (
    <Notice tone="warning" role="alert" title={t('Import.Match.Needed')}>
      {problems.map(problemText).join('\n')}
    </Notice>
  );
}
