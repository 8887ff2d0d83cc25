import { useState } from 'react';
import { useTexts } from '../../../../core/i18n/formats.ts';
import { DiscardQuestion } from '../../../../core/parts/leaving/DiscardQuestion.tsx';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';
import { StateChip } from '../../../../ui/states/Badge.tsx';

export interface KeptDraftProps {
  label: string;
  changedAt: string | undefined;
  onDiscard: () => void;
}

/** Says that the letter has not left or is not saved, and since when its text is kept here; discards it after a question. */
export function KeptDraft({ label, changedAt, onDiscard }: KeptDraftProps) {
  const { t, longDateTime } = useTexts();
  const [isAsking, ask] = useState(false);
  return (
    <>
      <StateChip tone="warning">{label}</StateChip>
      {changedAt && (
        <p className="text-muted text-sm">
          {t('Letter.Kept.Since', { when: longDateTime(new Date(changedAt)) })}
        </p>
      )}
      <SmallButton variant="quiet" onClick={() => ask(true)}>
        {t('Letter.Discard')}
      </SmallButton>
      <DiscardQuestion
        open={isAsking}
        onStay={() => ask(false)}
        onDiscard={() => {
          ask(false);
          onDiscard();
        }}
      />
    </>
  );
}
