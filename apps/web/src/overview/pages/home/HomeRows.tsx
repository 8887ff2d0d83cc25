import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { listEntrances } from '@guichet/contract/identity/access';
import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { type Loadable, Loaded } from '../../../core/lists/states/Loaded.tsx';
import { NextOwnExam } from '../../../exams/candidate/NextOwnExam.tsx';
import { ArchivedSystems } from '../../../identity/access/ArchivedSystems.tsx';
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
  work?: EntranceTableProps['work'];
}

/** The systems that the reader may enter, with what stands above and below them. */
export function HomeRows({ home, isWhole, children, work }: HomeRowsProps) {
  const t = useT();
  const { entrances = [], isSuperAdmin = false } = home.data ?? {};
  const used = entrances.filter(({ isArchived }) => !isArchived);
  return (
    <div className="flex flex-col gap-6">
      {isWhole && children}
      <Card flush>
        <Loaded query={{ ...home, data: isWhole ? home.data : undefined }}>
          {() =>
            used.length > 0 || isSuperAdmin ? (
              <EntranceTable entrances={used} isSuperAdmin={isSuperAdmin} work={work} />
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
      {isWhole && <OwnApplications />}
      {isWhole && <ArchivedSystems entrances={entrances} />}
    </div>
  );
}

/** Notices for the reader alone: a password to choose, then `children`, then the next exam. */
export function OwnNotices({ reader, children }: Pick<HomeProps, 'reader'> & { children?: ReactNode }) {
  return (
    <>
      {reader.mustChoosePassword && !reader.isByProvider && <FirstPasswordNotice />}
      {children}
      {reader.entrances.some(({ isStudent }) => isStudent) && <NextOwnExam />}
    </>
  );
}
