import type { Language } from '@guichet/contract/core/language';
import { useState } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { EditConflictDialog, useSavedNote } from '../../core/parts/versions/EditConflictDialog.tsx';
import { SetAsideNotice } from '../../core/parts/versions/SetAsideNotice.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import type { Block } from './blocks.ts';
import { type ContentDrafts, hasEditConflict } from './useContentDrafts.ts';
import { EditConflict } from './useSaveBlock.ts';

export interface TextEditConflictProps {
  block: Block;
  language: Language;
  drafts: ContentDrafts;
  failure: unknown;
  busy: boolean;
  /** Saves, and overwrites the newer version. */
  onSaveOver: () => void;
}

export function TextEditConflict(props: TextEditConflictProps) {
  const { block, language, drafts, failure, busy, onSaveOver } = props;
  const t = useT();
  const savedNote = useSavedNote();
  const { label } = block;
  const loaded = block[language];
  const draft = drafts.draftOf(label, language);
  const aside = drafts.asideOf(label, language);
  // The failure whose dialog was closed; another failure opens the dialog again.
  const [seen, setSeen] = useState<unknown>(null);
  const [isOpened, setOpened] = useState(false);
  const theirs = failure instanceof EditConflict ? failure.current : null;

  function close() {
    setSeen(failure);
    setOpened(false);
  }

  if (aside !== null && !draft) {
    return (
      <SetAsideNotice
        onTakeUp={() => {
          drafts.type(block, language, aside);
          drafts.forgetAside(label, language);
        }}
        onForget={() => drafts.forgetAside(label, language)}
      />
    );
  }
  if (!draft || !hasEditConflict(draft, loaded)) return null;
  const savedBy = theirs?.savedBy ?? null;
  return (
    <>
      <Notice
        tone="warning"
        role="alert"
        title={t('EditConflict.Title')}
        action={<SmallButton onClick={() => setOpened(true)}>{t('EditConflict.Compare')}</SmallButton>}
      >
        {t('EditConflict.Notice')}
      </Notice>
      <EditConflictDialog
        open={isOpened || (theirs !== null && seen !== failure)}
        language={language}
        mine={{ fields: [{ name: '', text: draft.text }] }}
        theirs={{
          note: loaded.savedAt ? savedNote({ savedAt: loaded.savedAt, savedBy }) : t('Versions.Removed'),
          fields: [{ name: '', text: loaded.text }],
        }}
        busy={busy}
        problem={null}
        onKeepMine={() => {
          onSaveOver();
          close();
        }}
        onTakeTheirs={() => {
          drafts.layAside(label, language);
          close();
        }}
        onClose={close}
      />
    </>
  );
}
