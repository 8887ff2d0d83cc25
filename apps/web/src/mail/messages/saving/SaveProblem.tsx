import type { Language } from '@guichet/contract/core/language';
import type { MessageEditConflict as EditConflict, MessageText } from '@guichet/contract/mail/messages';
import { useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { EditConflictDialog, useSavedNote } from '../../../core/parts/versions/EditConflictDialog.tsx';
import { SetAsideNotice } from '../../../core/parts/versions/SetAsideNotice.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Alert } from '../../../ui/states/Notice.tsx';
import { useSetAside } from '../drafts/drafts.ts';
import { useKeepMessage } from '../messages.api.ts';
import { useMessageParts } from '../versions/MessageVersions.tsx';
import type { MessageSaving } from './useMessageSaving.ts';

/** Why the last save failed, with a way out of an edit conflict. */
export function SaveProblem(props: RefusedSave) {
  const t = useT();
  const { saving } = props;
  if (saving.theirs) return <MessageEditConflict {...props} theirs={saving.theirs} />;
  if (saving.problem === null || saving.refusal || saving.isUnknown) return null;
  return <Alert title={t('Message.NotSaved')}>{saving.problem}</Alert>;
}

interface RefusedSave {
  systemId: number;
  language: Language;
  text: MessageText;
  saving: MessageSaving;
  discard: () => void;
}

/** An edit conflict: a dialog with both texts, and a notice if the user first goes on editing. */
function MessageEditConflict(props: RefusedSave & { theirs: EditConflict['current'] }) {
  const { systemId, language, text, saving, discard, theirs } = props;
  const t = useT();
  const savedNote = useSavedNote();
  const partsOf = useMessageParts();
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
      <Alert
        title={t('Message.NotSaved')}
        action={<SmallButton onClick={() => setComparing(true)}>{t('EditConflict.Compare')}</SmallButton>}
      >
        {t('EditConflict.Notice')}
      </Alert>
      <EditConflictDialog
        open={isComparing}
        language={language}
        mine={partsOf(text)}
        theirs={{ note: savedNote(theirs), ...partsOf(theirs) }}
        busy={saving.isSaving}
        problem={saving.problem}
        onKeepMine={() => saving.saveOver(theirs, () => setComparing(false))}
        onTakeTheirs={takeTheirs}
        onClose={() => setComparing(false)}
      />
    </>
  );
}

interface TextSetAsideProps {
  systemId: number;
  language: Language;
  onTakeUp: (text: MessageText) => void;
}

/** Offers the user's own text again after a newer version has replaced it. */
export function TextSetAside({ systemId, language, onTakeUp }: TextSetAsideProps) {
  const [text, keep] = useSetAside(systemId, language);
  if (!text) return null;

  function takeUp(mine: MessageText) {
    onTakeUp(mine);
    keep(null);
  }

  return <SetAsideNotice onTakeUp={() => takeUp(text)} onForget={() => keep(null)} />;
}
