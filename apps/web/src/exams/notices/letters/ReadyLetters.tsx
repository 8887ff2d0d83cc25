import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { listReadyLetters } from '@guichet/contract/exams/letters';
import { useState } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { ConfirmDialog } from '../../../ui/aria/ConfirmDialog.tsx';
import { Menu } from '../../../ui/aria/Menu.tsx';
import type { LetterDraft } from './letterDraft.ts';

type Ready = ReplyOf<typeof listReadyLetters>[number];

export interface ReadyLettersProps {
  systemId: number;
  /** Whether a ready text would replace what was typed: it asks first. */
  hasText: boolean;
  onReady: (patch: Partial<LetterDraft>) => void;
}

/** Texts with which a letter can begin, each with the people for whom it is meant. */
export function ReadyLetters({ systemId, hasText, onReady }: ReadyLettersProps) {
  const t = useT();
  const { data = [] } = useQuery(query(listReadyLetters, { params: { systemId } }));
  const [asked, ask] = useState<Ready | null>(null);

  function begin({ name, ...ready }: Ready) {
    ask(null);
    // For the day before the exam, which the form proposes.
    onReady({ ...ready, isLater: name === 'tomorrow', day: '', hour: 14 });
  }

  if (data.length === 0) return null;
  return (
    <>
      <Menu
        label={t('Letter.Ready')}
        trigger="button"
        size="sm"
        entries={data.map((ready) => ({
          id: ready.name,
          label: t(`Letter.Ready.${ready.name}`),
          onSelect: () => (hasText ? ask(ready) : begin(ready)),
        }))}
      />
      <ConfirmDialog
        open={asked !== null}
        title={t('Letter.Ready.Title')}
        messages={[t('Letter.Ready.Question')]}
        confirmLabel={t('Letter.Ready.Yes')}
        cancelLabel={t('Dialog.Cancel')}
        closeLabel={t('Dialog.Close')}
        onConfirm={() => asked && begin(asked)}
        onClose={() => ask(null)}
      />
    </>
  );
}
