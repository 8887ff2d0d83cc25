import { listEntrances } from '@guichet/contract/identity/access';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { CalendarIcon } from '../../../ui/icons/moreIcons.tsx';
import { OwnIdentity, type OwnIdentityProps } from '../../account/OwnIdentity.tsx';
import { OwnPassword } from '../../account/OwnPassword.tsx';
import { OwnFactors } from '../../factors/OwnFactors.tsx';
import { OwnIdentities } from '../../federation/Identities.tsx';
import { OwnSessions } from '../../sessions/list/OwnSessions.tsx';
import { OwnDetails } from './OwnDetails.tsx';

/** The account page; each section renders its own card and loads its own data. */
export function AccountPage({ title }: PageProps) {
  const t = useT();
  const home = useQuery(query(listEntrances));
  return (
    <TitledPage
      title={title}
      description={t('AccountPage.Lead')}
      actions={
        home.data?.entrances.some(({ isStudent }) => isStudent) && (
          <ButtonLink href="/my-exams" icon={CalendarIcon}>
            {t('MyExams.Title')}
          </ButtonLink>
        )
      }
    >
      <Loaded query={home}>
        {(person) => (
          <div className="flex max-w-4xl flex-col gap-6">
            <OwnIdentity person={person} changes={isStaff(person) ? <OwnDetails /> : null} />
            <OwnPassword mustChoose={person.mustChoosePassword} isByProvider={person.isByProvider} />
            <OwnFactors />
            <OwnIdentities />
            <OwnSessions />
          </div>
        )}
      </Loaded>
    </TitledPage>
  );
}

function isStaff({ isSuperAdmin, entrances }: OwnIdentityProps['person']): boolean {
  return isSuperAdmin || entrances.some(({ isSupport }) => isSupport);
}
