import type { Language } from '@guichet/contract/core/language';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { ExternalIcon } from '../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useT } from '../../i18n/useT.ts';

export interface NoPasswordLinkProps {
  kind?: MessageKind;
  /** The languages of the texts that would be sent without the link to a first password. */
  languages: readonly Language[];
  /** The system's configuration page; '' when that page shows; null for readers who may not correct. */
  configuration: string | null;
  /** Whether the editor opens in a new tab, so that input on this page is not lost. */
  inNewTab?: boolean;
}

/** Warns that exam notices or reminders have no link to a first password, and links to their editor. */
export function NoPasswordLink(props: NoPasswordLinkProps) {
  const { kind = 'invitation', languages, configuration, inNewTab = false } = props;
  const t = useT();
  const [language, other] = languages;
  if (!language) return null;
  return (
    <Notice
      tone="warning"
      action={
        configuration !== null && (
          <SmallLink
            href={`${configuration}?tab=email&text=${kind}&message=${language}`}
            {...(inNewTab && { target: '_blank', rel: 'noopener', iconEnd: ExternalIcon })}
          >
            {t(inNewTab ? `PasswordLink.Edit.${kind}.NewTab` : `PasswordLink.Edit.${kind}`)}
          </SmallLink>
        )
      }
    >
      {t(`PasswordLink.Missing.${kind}.${other ? 'both' : language}`)}
    </Notice>
  );
}
