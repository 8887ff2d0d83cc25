import type { Refusal } from '@guichet/contract/imports/imports';
import { type Correction, correctionsMax, setAsideMax } from '@guichet/contract/imports/imports.edits';
import { type Problem, problemCodes } from '@guichet/contract/imports/imports.problems';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { InlineSelect } from '../../ui/fields/InlineSelect.tsx';
import { Options } from '../../ui/fields/Options.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import type { ImportDraft, ReadingPatch } from '../draft.ts';
import { listLines } from '../imports.api.ts';
import { ProblemTable } from './ProblemTable.tsx';

interface BadLinesProps {
  refusal: Refusal;
  problems: readonly Problem[];
  /** The edits made so far. */
  edits: Pick<ImportDraft, 'setAside' | 'corrections'>;
  isChecking: boolean;
  /** The button that chooses another file. */
  otherFile: ReactNode;
  /** The button that downloads the problems. */
  download: ReactNode;
  onChoice: (choice: ReadingPatch) => void;
}

/** The bad lines of a list, each cell to be corrected here; or all are set aside. */
export function BadLines(props: BadLinesProps) {
  const { refusal, problems, edits, isChecking, otherFile, download, onChoice } = props;
  const t = useT();
  const [kind, setKind] = useState<Problem['code'] | null>(null);
  const shown = kind ? problems.filter(({ code }) => code === kind) : problems;
  const lines = listLines(problems);
  // Some lines can be set aside where nothing else stands in the way of the others.
  const isOfLines = problems.length === refusal.problems.length && refusal.problemsLeftOut === 0;
  const canSetAside =
    isOfLines &&
    lines.length < (refusal.file?.rows ?? 0) &&
    edits.setAside.length + lines.length <= setAsideMax;
  const canCorrect = isOfLines && edits.corrections.length < correctionsMax;

  /** A later text of the same cell replaces an earlier one. */
  function correct(correction: Correction) {
    const { line, sheet, field } = correction;
    const isSame = (other: Correction) =>
      other.line === line && other.sheet === sheet && other.field === field;
    onChoice({ corrections: [...edits.corrections.filter((other) => !isSame(other)), correction] });
  }

  return (
    <>
      <Notice
        tone="danger"
        role="alert"
        title={t('Import.Refused.Rows', { count: Math.max(refusal.badRows, 1) })}
        action={
          <div className="flex flex-wrap gap-2">
            {canSetAside && (
              <Button onClick={() => onChoice({ setAside: [...edits.setAside, ...problems] })}>
                {t('Import.SetAside.Action', { count: lines.length })}
              </Button>
            )}
            {otherFile}
          </div>
        }
      >
        {canSetAside ? t('Import.Refused.AdviceHere', { count: lines.length }) : t('Import.Refused.Advice')}
      </Notice>
      <Card
        flush
        title={t('Import.Problems.Title', { count: problems.length + refusal.problemsLeftOut })}
        description={
          refusal.problemsLeftOut > 0 && t('Import.Problems.LeftOut', { count: refusal.problemsLeftOut })
        }
        actions={
          <>
            <ProblemFilter problems={problems} kind={kind} onKind={setKind} />
            {download}
          </>
        }
      >
        {/* Remounted for each kind, so that the first page shows. */}
        <ProblemTable
          key={kind}
          problems={shown}
          onCorrect={canCorrect ? correct : null}
          isChecking={isChecking}
          hasCorrected={edits.corrections.length > 0}
        />
      </Card>
    </>
  );
}

interface ProblemFilterProps {
  problems: readonly Problem[];
  kind: Problem['code'] | null;
  onKind: (kind: Problem['code'] | null) => void;
}

/** Filters the problems by kind; absent when all are of the same kind. */
function ProblemFilter({ problems, kind, onKind }: ProblemFilterProps) {
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
        <Options
          of={[...counts]}
          each={([code, count]) => [code, `${t(`Import.ProblemKind.${code}`)} (${number(count)})`]}
        />
      </InlineSelect>
    </span>
  );
}
