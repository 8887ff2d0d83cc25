import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { SendingFields } from '../../../core/parts/forms/SendingFields.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import type { LetterDraft } from './letterDraft.ts';

export interface LetterWhenProps {
  letter: LetterDraft;
  examDate: string;
  /** Why the server refused the hour; null for no refusal. */
  error: ReactNode;
  /** Whether the letter is planned already, and leaves later in any case. */
  isPlanned: boolean;
  onChange: (patch: Partial<LetterDraft>) => void;
}

/** Sends at once, or at an hour of a day, in the university's zone. */
export function LetterWhen({ letter, examDate, error, isPlanned, onChange }: LetterWhenProps) {
  const t = useT();
  const { isLater } = letter;
  return (
    <Card title={t('Letter.When')}>
      <div className="flex flex-col gap-4">
        {!isPlanned && (
          <Segmented
            legend={t('Letter.When')}
            value={isLater ? 'later' : 'now'}
            onChange={(when) => onChange({ isLater: when === 'later' })}
            options={(['now', 'later'] as const).map((value) => ({
              value,
              label: t(`Letter.When.${value}`),
            }))}
          />
        )}
        {isLater && <SendingFields time={letter} examDate={examDate} error={error} onChange={onChange} />}
      </div>
    </Card>
  );
}
