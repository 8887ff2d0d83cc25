import { useT } from '../../../platform/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { MessageEditConflict, type RefusedSave } from '../versions/MessageEditConflict.tsx';

/** Why the last save failed, with a way to resolve an edit conflict. */
export function SaveProblem(props: RefusedSave) {
  const t = useT();
  const { saving } = props;
  if (saving.theirs) return <MessageEditConflict {...props} theirs={saving.theirs} />;
  if (saving.problem === null || saving.refusal) return null;
  return (
    <Notice tone="danger" role="alert" title={t('Message.NotSaved')}>
      {saving.problem}
    </Notice>
  );
}
