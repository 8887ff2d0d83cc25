import type { Language } from '@guichet/contract/core/language';
import { useT } from '../../platform/i18n/useT.ts';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { ExternalIcon } from '../../ui/icons/moreIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';

export interface NoPasswordLinkProps {
  /** The languages of exam notices that would be sent without the link to a first password. */
  languages: readonly Language[];
  /** The configuration page of the system; empty: the page that shows. */
  configuration: string;
  /** Whether the editor opens in a new tab, since what is typed here would be lost. */
  inNewTab?: boolean;
}

/** Warns that exam notices have no link to a first password, and leads to their editor. */
export function NoPasswordLink({ languages, configuration, inNewTab = false }: NoPasswordLinkProps) {
  const t = useT();
  const [language, other] = languages;
  if (!language) return null;
  const href = `${configuration}?tab=email&text=invitation&message=${language}`;
  return (
    <Notice
      tone="warning"
      action={
        <ButtonLink
          size="sm"
          href={href}
          {...(inNewTab && { target: '_blank', rel: 'noopener', iconEnd: ExternalIcon })}
        >
          {t(inNewTab ? 'PasswordLink.Edit.NewTab' : 'PasswordLink.Edit')}
        </ButtonLink>
      }
    >
      {t(`PasswordLink.Missing.${other ? 'both' : language}`)}
    </Notice>
  );
}
