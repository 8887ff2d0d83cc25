import { useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { MessageSaving } from './useMessageSaving.ts';

/** Why a save failed, for as long as it is so; with a way out where somebody else was faster. */
export function SaveProblem({ saving }: { saving: MessageSaving }) {
  const t = useT();
  if (saving.problem === null || saving.faults.length > 0) return null;
  return (
    <Notice
      tone="danger"
      role="alert"
      title={t('Message.NotSaved')}
      action={
        saving.isConflict && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={saving.saveOver}>
              {t('Message.Conflict.Mine')}
            </Button>
            <Button size="sm" onClick={() => void saving.takeTheirs()}>
              {t('Message.Conflict.Theirs')}
            </Button>
          </div>
        )
      }
    >
      {saving.problem}
    </Notice>
  );
}
