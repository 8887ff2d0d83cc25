import type { ListLayout, RememberedMatch } from '@guichet/contract/imports.columns';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ColumnsTable } from './ColumnsTable.tsx';
import { faultsOf, firstChoices, type Matching, matchOf } from './columnChoices.ts';
import { HeadingLineSelect } from './HeadingLineSelect.tsx';
import { useChoiceFaultText } from './useChoiceFaultText.ts';
import { useFieldName } from './useFieldName.ts';

export interface ColumnsStepProps {
  layout: ListLayout;
  remembered: RememberedMatch | null;
  /** Why matching is required; absent when it is optional. */
  reason: ReactNode;
  onMatch: (matching: Matching) => void;
  /** Skips the matching; absent when the list cannot be read without it. */
  onSkip: (() => void) | null;
  skipLabel: string;
}

/** Matching of columns: each column with sample values and a select of fields. */
export function ColumnsStep({ layout, remembered, reason, onMatch, onSkip, skipLabel }: ColumnsStepProps) {
  const t = useT();
  const fieldName = useFieldName();
  const faultText = useChoiceFaultText();
  const heading = useRef<HTMLSpanElement>(null);
  const [headingLine, setHeadingLine] = useState(remembered?.headingLine ?? layout.headingLine);
  const [choices, setChoices] = useState(() => firstChoices(layout, remembered));
  const [isTried, setTried] = useState(false);
  const required = layout.fields.filter(({ isRequired }) => isRequired);
  const faults = faultsOf(choices, layout.fields);

  useEffect(() => heading.current?.focus(), []);

  function match() {
    setTried(true);
    if (faults.length === 0) onMatch({ headingLine, columns: matchOf(choices) });
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
            <Notice tone="danger" role="alert" title={t('Import.Match.Incomplete')}>
              {faults.map(faultText).join('\n')}
            </Notice>
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
        <HeadingLineSelect lines={layout.firstLines} value={headingLine} onChange={setHeadingLine} />
        <ColumnsTable layout={layout} headingLine={headingLine} choices={choices} onChange={setChoices} />
      </div>
    </Card>
  );
}
