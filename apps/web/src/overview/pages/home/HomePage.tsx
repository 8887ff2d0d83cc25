import { listLeftExams, listOwnExams } from '@guichet/contract/exams/candidate';
import { listEntrances } from '@guichet/contract/identity/access';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { useHelp } from '../../../core/page/HelpSlot.tsx';
import { importAgain } from '../../../core/page/importAgain.ts';
import type { PageProps } from '../../../core/page/TitledPage.tsx';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { Help } from '../../../core/parts/help/Help.tsx';
import { useSession } from '../../../core/session/sessionStore.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { CalendarIcon, ClockIcon, MailIcon } from '../../../ui/icons/moreIcons.tsx';
import { Page, PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { isAwaited, useFirstAnswers } from './firstAnswers.ts';
import { type HomeProps, HomeRows, OwnNotices } from './HomeRows.tsx';

const loadStaffHome = importAgain(() => import('./StaffHome.tsx'));

export function HomePage({ title }: PageProps) {
  const t = useT();
  const home = useQuery(query(listEntrances));
  const knownName = useSession((session) => session.decodedToken?.name);
  const maySupport = useSession(({ role }) =>
    [role ?? []].flat().some((name) => /admin|support/i.test(name)),
  );
  const help = useHelp();
  usePageTitle(title);

  const { fullName = knownName, isSuperAdmin = false, entrances = [] } = home.data ?? {};
  const isStaff = isSuperAdmin || entrances.some((one) => one.isAdmin || one.isSupport);
  const staff = useQuery({
    queryKey: ['StaffHome'],
    queryFn: loadStaffHome,
    staleTime: 'static',
    // Begins before the server has said who reads, where the token lets expect it.
    enabled: isStaff || maySupport,
  });
  const { StaffHome } = staff.data ?? {};
  const Home = isStaff ? StaffHome : OwnHome;
  return (
    <Page>
      <PageHeader
        title={fullName ? t('HomePage.Greeting', { name: fullName }) : title}
        description={t('HomePage.Lead')}
        actions={
          <>
            {entrances.some(({ isStudent }) => isStudent) && (
              <ButtonLink href="/my-exams" icon={CalendarIcon}>
                {t('MyExams.Title')}
              </ButtonLink>
            )}
            {isSuperAdmin && (
              <>
                <ButtonLink href="/audit" icon={ClockIcon}>
                  {t('AuditPage.Title')}
                </ButtonLink>
                <ButtonLink href="/outbox" icon={MailIcon}>
                  {t('OutboxPage.Title')}
                </ButtonLink>
              </>
            )}
            {!home.isPending && (isStaff ? help : <Help topic="ownHome" />)}
          </>
        }
      />
      {home.data && Home ? (
        <Home home={home} reader={home.data} />
      ) : (
        <HomeRows home={isStaff ? { ...staff, data: undefined } : home} isWhole={false} />
      )}
    </Page>
  );
}

/** Home of whoever does no work in any system. */
function OwnHome({ home, reader }: HomeProps) {
  const isCandidate = reader.entrances.some(({ isStudent }) => isStudent);
  const exams = useQuery({ ...query(listOwnExams), enabled: isCandidate });
  const left = useQuery(query(listLeftExams));
  return (
    <HomeRows home={home} isWhole={useFirstAnswers(isAwaited(exams) || isAwaited(left))}>
      <OwnNotices reader={reader} />
    </HomeRows>
  );
}
