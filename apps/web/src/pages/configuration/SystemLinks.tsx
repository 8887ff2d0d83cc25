import { useT } from '../../platform/i18n/useT.ts';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { ClockIcon, FileIcon, UsersIcon } from '../../ui/icons/moreIcons.tsx';
import { MailIcon } from '../../ui/icons/publicIcons.tsx';

/** Links to the other pages of a system's administrators. */
export function SystemLinks({ systemId }: { systemId: number }) {
  const t = useT();
  return (
    <>
      <ButtonLink href={`/configuration/content/${systemId}`} icon={FileIcon}>
        {t('ContentPage.Title')}
      </ButtonLink>
      <ButtonLink href="/configuration/users" icon={UsersIcon}>
        {t('HomePage.Users')}
      </ButtonLink>
      <ButtonLink href={`/audit?system=${systemId}`} icon={ClockIcon}>
        {t('AuditPage.Title')}
      </ButtonLink>
      <ButtonLink href={`/outbox?system=${systemId}`} icon={MailIcon}>
        {t('OutboxPage.Title')}
      </ButtonLink>
    </>
  );
}
