import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { listOwnExams } from '@guichet/contract/exams/candidate';
import type { Entrance, listEntrances } from '@guichet/contract/identity/access';
import { landingPath } from '@guichet/contract/systems/landings';
import type { ReactNode } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useLanguage, useT, useTexts } from '../../../core/i18n/formats.ts';
import { type Loadable, Loaded } from '../../../core/lists/states/Loaded.tsx';
import { titleWithProgram } from '../../../exams/candidate/calendar/calendarLinks.ts';
import { LeftExamsNotice } from '../../../exams/candidate/LeftExams.tsx';
import { OwnExamEntry } from '../../../exams/candidate/OwnExamEntry.tsx';
import { useOwnExams } from '../../../exams/candidate/useOwnExams.ts';
import { EntranceTable, type EntranceTableProps } from '../../../identity/access/EntranceTable.tsx';
import { FirstPasswordNotice } from '../../../identity/account/FirstPassword.tsx';
import { OwnApplications } from '../../../identity/provider/OwnApplications.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { BuildingIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';

type Home = ReplyOf<typeof listEntrances>;

export interface HomeProps {
  home: Loadable<Home>;
  /** The same, once it is there. */
  reader: Home;
}

export interface HomeRowsProps extends Pick<HomeProps, 'home'> {
  /** Whether all above the rows is there: a notice that came later would move them while somebody aims at one. */
  isWhole: boolean;
  /** The notices above the rows. */
  children?: ReactNode;
  /** Notices and cards below the rows. */
  below?: ReactNode;
  work?: EntranceTableProps['work'];
}

/** The systems that the reader may enter, with what stands above and below them. */
export function HomeRows({ home, isWhole, children, below, work }: HomeRowsProps) {
  const t = useT();
  const { entrances = [], isSuperAdmin = false } = home.data ?? {};
  const used = entrances.filter(({ isArchived }) => !isArchived);
  const isCandidate = entrances.some(({ isStudent }) => isStudent);
  const own = useQuery({ ...query(listOwnExams), enabled: isCandidate }).data;
  // The role of a candidate outlasts her last exam in a system.
  const hasLeft = (entrance: Entrance) =>
    entrance.isStudent &&
    own?.every(({ entryPath }) => !entryPath.fr.startsWith(landingOf(entrance))) === true;
  return (
    <div className="flex flex-col gap-6">
      {isWhole && children}
      <Card flush>
        <Loaded query={{ ...home, data: isWhole ? home.data : undefined }}>
          {() =>
            used.length > 0 || isSuperAdmin ? (
              <EntranceTable entrances={used} isSuperAdmin={isSuperAdmin} work={work} hasLeft={hasLeft} />
            ) : (
              <EmptyState
                icon={BuildingIcon}
                title={t('HomePage.Empty.Title')}
                action={<ButtonLink href="/logout">{t('HomePage.Empty.Action')}</ButtonLink>}
              >
                {t('HomePage.Empty.Text')}
              </EmptyState>
            )
          }
        </Loaded>
      </Card>
      {isWhole && below}
      {isWhole && <OwnApplications />}
      {isWhole && <ArchivedSystems entrances={entrances} />}
    </div>
  );
}

const landingOf = (entrance: Entrance) => `${landingPath(entrance, 'fr')}?`;

/** Notices for the reader alone: a password to choose, then `children`, then exams left lately and the next exam. */
export function OwnNotices({ reader, children }: Pick<HomeProps, 'reader'> & { children?: ReactNode }) {
  return (
    <>
      {reader.mustChoosePassword && !reader.isByProvider && <FirstPasswordNotice />}
      {children}
      <LeftExamsNotice />
      {reader.entrances.some(({ isStudent }) => isStudent) && <NextOwnExam />}
    </>
  );
}

/** The next exam of the candidate with the way in, for home; nothing without one. */
function NextOwnExam() {
  const { t, language, list, longDay } = useTexts();
  const [next, ...later] = useOwnExams().data?.filter(({ isPast }) => !isPast) ?? [];
  if (!next) return null;
  return (
    <Card title={t('HomePage.NextExam')} flush>
      <ul className="border-line border-t">
        <OwnExamEntry exam={next} clash={null} />
      </ul>
      {later.length > 0 && (
        <p className="border-line border-t px-5 py-3 text-sm sm:px-6">
          <a href="/my-exams" className="text-accent-ink underline underline-offset-4">
            {t('HomePage.NextExam.More', {
              count: later.length,
              exams: list(later.map((exam) => `${titleWithProgram(exam, language)}, ${longDay(exam.date)}`)),
            })}
          </a>
        </p>
      )}
    </Card>
  );
}

/** Names the systems that are put aside, for staff, with the way to their past exams and people. */
function ArchivedSystems({ entrances }: { entrances: readonly Entrance[] }) {
  const t = useT();
  const language = useLanguage();
  const archived = entrances.filter(({ isArchived, isSupport }) => isArchived && isSupport);
  if (archived.length === 0) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-muted text-sm">
      {t('HomePage.Aside')}
      {archived.map(({ systemId, slug, name, title }) => (
        <a
          key={systemId}
          href={`/${slug}/configuration?tab=users`}
          className="wrap-anywhere inline-flex min-h-6 items-center text-accent-ink underline-offset-4 hover:underline"
        >
          {title[language] || name}
        </a>
      ))}
    </p>
  );
}
