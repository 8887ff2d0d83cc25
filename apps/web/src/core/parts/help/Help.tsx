import { useState } from 'react';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { HelpIcon } from '../../../ui/icons/moreIcons.tsx';
import { ownTexts } from '../../i18n/languageStore.ts';
import { useT } from '../../i18n/useT.ts';
import { later } from '../../page/later.tsx';
import type { HelpTopic } from './topics.ts';

const HelpDialog = later(async () => ({ default: (await import('./HelpDialog.tsx')).HelpDialog }), ownTexts);

/** The « ? » of a screen, which opens its help page; the script loads at the first opening. */
export function Help({ topic }: { topic: HelpTopic }) {
  const t = useT();
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  return (
    <span className="shrink-0 print:hidden">
      <IconButton
        size="sm"
        label={t('Help.Open')}
        icon={HelpIcon}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      />
      {state !== 'unused' && (
        <HelpDialog topic={topic} open={state === 'open'} onClose={() => setState('closed')} />
      )}
    </span>
  );
}
