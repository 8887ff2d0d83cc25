import type { Language } from '@guichet/contract/core/language';
import { lacksPasswordLink } from '@guichet/contract/mail/messages.gaps';
import type { Editor } from 'hugerte';
import { flushSync } from 'react-dom';
import { useT } from '../../core/i18n/useT.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { passwordLinkIn } from './passwordLink.ts';

export interface PasswordLinkNoticeProps {
  language: Language;
  body: string;
  editor: Editor | null;
  onBody: (body: string) => void;
}

/** Warns that the text lacks the link to a first password, and offers to append it. */
export function PasswordLinkNotice({ language, body, editor, onBody }: PasswordLinkNoticeProps) {
  const t = useT();

  function append() {
    flushSync(() => onBody(`${body}\n<p>${passwordLinkIn(language)}</p>`));
    // The pressed button is gone, so the focus goes to the appended link.
    editor?.focus();
    editor?.getBody().lastElementChild?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div role="status" className="empty:-mt-5">
      {lacksPasswordLink({ body }) && (
        <Notice
          tone="warning"
          action={<SmallButton onClick={append}>{t('Message.NoPasswordLink.Append')}</SmallButton>}
        >
          {t('Message.NoPasswordLink')}
        </Notice>
      )}
    </div>
  );
}
