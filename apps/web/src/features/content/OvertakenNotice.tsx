import type { Language } from '@guichet/contract/core/language';
import { useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

export interface OvertakenNoticeProps {
  language: Language;
  theirs: string;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Shows what somebody else has saved meanwhile, and lets the one who types decide. */
export function OvertakenNotice({ language, theirs, onTakeTheirs, onKeepMine }: OvertakenNoticeProps) {
  const t = useT();
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t('Content.Overtaken')}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onTakeTheirs}>
            {t('Content.Overtaken.TakeTheirs')}
          </Button>
          <Button size="sm" onClick={onKeepMine}>
            {t('Content.Overtaken.KeepMine')}
          </Button>
        </span>
      }
    >
      {theirs ? <span lang={language}>{theirs}</span> : t('Content.Overtaken.Empty')}
    </Notice>
  );
}
