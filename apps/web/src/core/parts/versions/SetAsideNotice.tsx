import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useT } from '../../i18n/useT.ts';

/** Says that the user's own text is kept after a newer version has replaced it. */
export function SetAsideNotice({ onTakeUp, onForget }: { onTakeUp: () => void; onForget: () => void }) {
  const t = useT();
  return (
    <Notice
      title={t('SetAside.Title')}
      action={<SmallButton onClick={onTakeUp}>{t('SetAside.TakeUp')}</SmallButton>}
      onDismiss={onForget}
      dismissLabel={t('SetAside.Forget')}
    >
      {t('SetAside.Lead')}
    </Notice>
  );
}
