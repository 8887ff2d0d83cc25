import { useQuery } from '@tanstack/react-query';
import { entrancesOptions } from '../../features/access/access.api.ts';
import { OwnIdentity, type OwnIdentityProps } from '../../features/account/OwnIdentity.tsx';
import { OwnPassword } from '../../features/account/OwnPassword.tsx';
import { OwnFactors } from '../../features/factors/OwnFactors.tsx';
import { OwnSessions } from '../../features/sessions/list/OwnSessions.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/states/Loaded.tsx';
import { HomeBreadcrumb } from '../../platform/page/HomeBreadcrumb.tsx';
import type { PageProps } from '../../platform/page/pageProps.ts';
import { usePageTitle } from '../../platform/page/usePageTitle.ts';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { CalendarIcon } from '../../ui/icons/moreIcons.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { OwnDetails } from './OwnDetails.tsx';

/** The account page: each section is a component that renders its own card and loads its own data. */
export function AccountPage({ title }: PageProps) {
  const t = useT();
  const home = useQuery(entrancesOptions());
  usePageTitle(title);
  return (
    <Page>
      <PageHeader
        breadcrumb={<HomeBreadcrumb items={[{ label: title }]} />}
        title={title}
        description={t('AccountPage.Lead')}
        actions={
          home.data?.entrances.some(({ isStudent }) => isStudent) && (
            <ButtonLink href="/my-exams" icon={CalendarIcon}>
              {t('MyExams.Title')}
            </ButtonLink>
          )
        }
      />
      <Loaded query={home}>
        {(person) => (
          <div className="flex max-w-4xl flex-col gap-6">
            <OwnIdentity person={person} changes={isStaff(person) ? <OwnDetails /> : null} />
            <OwnPassword mustChoose={person.mustChoosePassword} />
            <OwnFactors />
            <OwnSessions />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function isStaff({ isSuperAdmin, entrances }: OwnIdentityProps['person']): boolean {
  return isSuperAdmin || entrances.some(({ isSupport }) => isSupport);
}
