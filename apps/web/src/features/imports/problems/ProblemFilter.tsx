import { type Problem, problemCodes } from '@guichet/contract/imports.problems';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { InlineSelect } from '../../../ui/fields/InlineSelect.tsx';

export interface ProblemFilterProps {
  problems: readonly Problem[];
  kind: Problem['code'] | null;
  onKind: (kind: Problem['code'] | null) => void;
}

/** Filters the problems by kind; absent when there is only one. */
export function ProblemFilter({ problems, kind, onKind }: ProblemFilterProps) {
  const t = useT();
  const { number } = useFormats();
  const counts = new Map<Problem['code'], number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  if (counts.size < 2) return null;
  return (
    <span className="text-sm">
      <InlineSelect
        label={t('Import.Problems.Kind')}
        value={kind ?? ''}
        onChange={({ target }) => onKind(problemCodes.find((code) => code === target.value) ?? null)}
      >
        <option value="">{t('Import.Problems.AllKinds')}</option>
        {[...counts].map(([code, count]) => (
          <option key={code} value={code}>
            {`${t(`Import.ProblemKind.${code}`)} (${number(count)})`}
          </option>
        ))}
      </InlineSelect>
    </span>
  );
}
