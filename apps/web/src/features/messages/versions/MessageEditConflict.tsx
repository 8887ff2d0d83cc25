import type { Language } from '@guichet/contract/core/language';
import type { MessageEditConflict as EditConflict, MessageText } from '@guichet/contract/messages';
import { useState } from 'react';
import { EditConflictDialog } from '../../../parts/versions/EditConflictDialog.tsx';
import { useSavedNote } from '../../../parts/versions/useSavedNote.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useKeepMessage } from '../messages.api.ts';
import { useSetAside } from '../saving/drafts.ts';
import type { MessageSaving } from '../saving/useMessageSaving.ts';
import { useComparedMessage } from './useComparedMessage.ts';

export interface RefusedSave {
  systemId: number;
  language: Language;
  text: MessageText;
  saving: MessageSaving;
  discard: () => void;
}

/** An edit conflict: a dialog with both texts, and a notice if the user goes on editing first. */
export function MessageEditConflict(props: RefusedSave & { theirs: EditConflict['current'] }) {
  const { systemId, language, text, saving, discard, theirs } = props;
  const t = useT();
  const savedNote = useSavedNote();
  const compared = useComparedMessage();
  const [isComparing, setComparing] = useState(true);
  const [, setAside] = useSetAside(systemId, language);
  const keepMessage = useKeepMessage(systemId, language);

  function takeTheirs() {
    setAside(text);
    discard();
    keepMessage(theirs);
    saving.forget();
  }

  return (
    <>
      <Notice
        tone="danger"
        role="alert"
        title={t('Message.NotSaved')}
        action={
          <Button size="sm" onClick={() => setComparing(true)}>
            {t('EditConflict.Compare')}
          </Button>
        }
      >
        {t('EditConflict.Notice')}
      </Notice>
      <EditConflictDialog
        open={isComparing}
        language={language}
        mine={compared(t('EditConflict.Mine'), t('EditConflict.Mine.Note'), text)}
        theirs={compared(t('EditConflict.Theirs'), savedNote(theirs), theirs)}
        busy={saving.isSaving}
        problem={saving.problem}
        onKeepMine={() => saving.saveOver(theirs, () => setComparing(false))}
        onTakeTheirs={takeTheirs}
        onClose={() => setComparing(false)}
      />
    </>
  );
}
