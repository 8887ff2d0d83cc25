import type { Refusal } from '@guichet/contract/imports/imports';
import { type Correction, correctionsMax, setAsideMax } from '@guichet/contract/imports/imports.edits';
import { type Problem, problemCodes } from '@guichet/contract/imports/imports.problems';
import { type ReactNode, useState } from 'react';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { InlineSelect, Options } from '../../ui/fields/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Alert } from '../../ui/states/Notice.tsx';
import type { ReadingPatch } from '../draft.ts';
import { listLines } from '../imports.api.ts';
import { type Edits, findCell, isSameCell, readText, without } from './cells.ts';
import { ProblemTable } from './ProblemTable.tsx';

interface BadLinesProps {
  refusal: Refusal;
  problems: readonly Problem[];
  edits: Edits;
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
  /** How many lines the button that corrects several was pressed for. */
  const [pressed, setPressed] = useState(0);
  const ofKind = problems.filter(({ code }) => code === kind);
  const shown = ofKind.length > 0 ? ofKind : problems;
  const lines = listLines(problems);
  // Some lines can be set aside where nothing else stands in the way of the others.
  const isOfLines = problems.length === refusal.problems.length && refusal.problemsLeftOut === 0;
  const canSetAside =
    isOfLines &&
    lines.length < (refusal.file?.rows ?? 0) &&
    edits.setAside.length + lines.length <= setAsideMax;
  const canCorrect = isOfLines && edits.corrections.length < correctionsMax;
  const cells = problems.flatMap((problem) => findCell(problem) ?? []);
  const changed = edits.typed.filter((one) => cells.some((cell) => isSameCell(cell, one)));
  const changedLines = listLines(changed);
  const count = isChecking && pressed > 0 ? pressed : changedLines.length;

  /** A later text of the same cell replaces an earlier one. */
  function correct(texts: readonly Correction[]) {
    onChoice({
      corrections: [...without(edits.corrections, texts), ...texts],
      typed: without(edits.typed, texts),
    });
  }

  /** Corrects a line with all of its cells that were typed anew. */
  function correctLine(cell: Correction) {
    const rest = without(changed, [cell]).filter((one) => one.line === cell.line && one.sheet === cell.sheet);
    setPressed(0);
    correct([cell, ...rest]);
  }

  function correctAll() {
    setPressed(changedLines.length);
    correct(changed.slice(0, correctionsMax - edits.corrections.length));
  }

  function type(cell: Correction, before: string) {
    onChoice({ typed: [...without(edits.typed, [cell]), ...(cell.text === before ? [] : [cell])] });
  }

  return (
    <>
      <Alert
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
      </Alert>
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
        footer={
          canCorrect &&
          count > 1 && (
            <Button
              variant="primary"
              busy={isChecking}
              busyLabel={t('Import.Correct.Busy')}
              onClick={correctAll}
            >
              {t('Import.Correct.Lines', { count })}
            </Button>
          )
        }
      >
        {/* Remounted for each kind, so that the first page shows. */}
        <ProblemTable
          key={kind}
          problems={shown}
          textOf={(problem) => readText(problem, edits)}
          onType={type}
          onCorrect={canCorrect ? correctLine : null}
          isChecking={isChecking}
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
  const { t, number } = useTexts();
  const counts = new Map<Problem['code'], number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  if (counts.size < 2) return null;
  return (
    <span className="min-w-0 text-sm">
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
