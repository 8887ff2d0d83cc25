import { useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { Question } from '../../../core/parts/asking/Question.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';

interface OthersAbsentProps {
  /** The button that is not offered keeps its room: no tick moves the people below. */
  isOffered: boolean;
  /** The people who are neither present nor absent yet. */
  userIds: readonly number[];
  onTick: (userIds: readonly number[], presence: 'absent' | null) => void;
}

/** Ends the check-in in one press: whoever was not ticked is absent. The toast takes this back. */
export function OthersAbsent({ isOffered, userIds, onTick }: OthersAbsentProps) {
  const t = useT();
  /** The people when the question opened: whoever is ticked meanwhile is left alone. */
  const [asked, ask] = useState<readonly number[] | null>(null);
  const count = asked?.length ?? 0;

  function confirm() {
    const left = (asked ?? []).filter((id) => userIds.includes(id));
    onTick(left, 'absent');
    ask(null);
    showToast({
      tone: 'success',
      text: t('Presence.Others.Done', { count: left.length }),
      undo: { label: t('Attest.Undo'), run: () => onTick(left, null) },
    });
  }

  return (
    <>
      <div style={{ visibility: isOffered ? undefined : 'hidden' }}>
        <SmallButton onClick={() => ask(userIds)}>{t('Presence.Others')}</SmallButton>
      </div>
      <Question
        open={asked !== null}
        title={t('Presence.Others.Title')}
        messages={[t('Presence.Others.Question', { count })]}
        confirmLabel={t('Presence.Others.Yes', { count })}
        cancelLabel={t('Dialog.Cancel')}
        tone="primary"
        onConfirm={confirm}
        onClose={() => ask(null)}
      />
    </>
  );
}
