import type { ListLayout, RememberedMatch } from '@guichet/contract/imports/imports.columns';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Options, Select } from '../../ui/fields/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Alert, Notice } from '../../ui/states/Notice.tsx';
import { ColumnsTable } from './ColumnsTable.tsx';
import { type ChoiceFault, findFaults, firstChoices, type Matching, toColumnMatch } from './columnChoices.ts';
import { useFieldName } from './useFieldName.ts';

export interface ColumnsStepProps {
  layout: ListLayout;
  remembered: RememberedMatch | null;
  /** Why matching is required; absent when it is optional. */
  reason: ReactNode;
  /** The choice of another encoding, where headings may be garbled. */
  encodings?: ReactNode;
  onMatch: (matching: Matching) => void;
  /** Skips the matching; null when the list cannot be read without it. */
  onSkip: (() => void) | null;
  skipLabel: string;
}

/** The matching of columns: each column with sample values and a select of fields. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { layout, remembered, reason, encodings, onMatch, onSkip, skipLabel } = props;
  const t = useT();
  const fieldName = useFieldName();
  const heading = useRef<HTMLSpanElement>(null);
  const [headingLine, setHeadingLine] = useState(remembered?.headingLine ?? layout.headingLine);
  const [choices, setChoices] = useState(() => firstChoices(layout, remembered));
  const [isTried, setTried] = useState(false);
  const required = layout.fields.filter(({ isRequired }) => isRequired);
  const faults = findFaults(choices, layout.fields);

  useEffect(() => heading.current?.focus(), []);

  function faultText(fault: ChoiceFault): string {
    if (fault.kind === 'tooMany') return t('Validation.columnsKept');
    if (fault.kind === 'namesTwice') return t('Import.Match.NamesTwice');
    const field = fieldName(fault.field);
    return t(fault.kind === 'twice' ? 'Import.Match.Twice' : 'Import.Match.Missing', { field });
  }

  function match() {
    setTried(true);
    if (faults.length === 0) onMatch({ headingLine, columns: toColumnMatch(choices) });
  }

  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          {t('Import.Match.Title')}
        </span>
      }
      description={t('Import.Match.Text', {
        fields: required.map(({ field }) => fieldName(field)).join(', '),
      })}
      footer={
        <div className="flex flex-col gap-3 py-1">
          {isTried && faults.length > 0 && (
            <Alert title={t('Import.Match.Incomplete')}>{faults.map(faultText).join('\n')}</Alert>
          )}
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={match}>
              {t('Import.Match.Submit')}
            </Button>
            {onSkip && <Button onClick={onSkip}>{skipLabel}</Button>}
          </div>
        </div>
      }
    >
      <div className="flex flex-col gap-5">
        {remembered ? <Notice>{t('Import.Match.Remembered')}</Notice> : reason}
        {encodings}
        <HeadingLineSelect lines={layout.firstLines} value={headingLine} onChange={setHeadingLine} />
        <ColumnsTable layout={layout} headingLine={headingLine} choices={choices} onChange={setChoices} />
      </div>
    </Card>
  );
}

interface HeadingLineSelectProps {
  lines: ListLayout['firstLines'];
  value: number;
  onChange: (line: number) => void;
}

const cellsShown = 6;

/** Chooses the line of the headings, below which the candidates begin. */
function HeadingLineSelect({ lines, value, onChange }: HeadingLineSelectProps) {
  const t = useT();
  return (
    <div className="max-w-xl">
      <Select
        label={t('Import.Match.HeadingLine')}
        hint={t('Import.Match.HeadingLine.Hint')}
        value={String(value)}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        <option value="0">{t('Import.Match.NoHeadingLine')}</option>
        <Options
          of={lines}
          each={({ line, cells }) => [
            String(line),
            t('Import.Match.Line', { line: String(line), text: textOf(cells) }),
          ]}
        />
      </Select>
    </div>
  );
}

function textOf(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .slice(0, cellsShown)
    .join(' · ');
}
