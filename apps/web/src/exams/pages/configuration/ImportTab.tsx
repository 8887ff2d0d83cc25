import type { Language } from '@guichet/contract/core/language';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { numberParam } from '../../../core/address/params.ts';
import type { Search } from '../../../core/address/search.ts';
import { useAddress } from '../../../core/address/useAddress.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { rememberedSizeParam } from '../../../core/lists/rememberedSize.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { NoPasswordLink } from '../../../core/parts/mails/NoPasswordLink.tsx';
import { MissingFacts } from '../../../identity/pages/users/MissingFacts.tsx';
import { ImportPanel } from '../../../imports/ImportPanel.tsx';
import { PastImports, pastImportSizes } from '../../../imports/past/PastImports.tsx';
import { useTextsWithoutLink } from '../../../mail/messages/useTextsWithoutLink.ts';
import { outgoingStatusOptions } from '../../../mail/outbox/outbox.api.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { CalendarIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { CohortSelect } from '../../cohorts/CohortSelect.tsx';
import { NoticeMails } from '../../exam/changes/NoticeMails.tsx';
import { candidatesHref, examHref, mailsHref } from '../../exam/examHrefs.ts';
import { useCohorts } from './cohorts/useCohorts.ts';

const params = {
  cohort: numberParam(null),
  importPage: numberParam(1),
  importSize: rememberedSizeParam('imports', pastImportSizes, 5),
};

export interface ImportTabProps {
  systemId: number;
  /** The address parameters of this tab, kept while another tab shows. */
  search: Search;
}

export function ImportTab({ systemId, search }: ImportTabProps) {
  const [, change] = useAddress(params);
  const [undoneId, setUndoneId] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-6">
      <NewImport systemId={systemId} search={search} undoneId={undoneId} />
      <PastImports
        onUndone={setUndoneId}
        leftMail={(cohortId, notes) => (
          <NoticeMails systemId={systemId} cohortId={cohortId} kind="examLeft" notes={notes} />
        )}
        systemId={systemId}
        page={params.importPage.read(search.importPage)}
        size={params.importSize.read(search.importSize)}
        onPage={(importPage) => change({ importPage })}
        onSize={(importSize) => change({ importSize, importPage: 1 }, 'replace')}
      />
    </div>
  );
}

function NewImport({ systemId, search, undoneId }: ImportTabProps & { undoneId: string | null }) {
  const t = useT();
  const cohorts = useCohorts(systemId, 'coming');
  // Fetched before an import ends, so that the end's message does not change under a screen reader.
  const { data: outgoing } = useQuery(outgoingStatusOptions(useLanguage()));
  const [, change] = useAddress(params);
  const cohortId = params.cohort.read(search.cohort);

  return (
    <Loaded query={cohorts}>
      {(list) => {
        const chosen = list.find(({ id }) => id === cohortId) ?? null;
        if (list.length === 0) {
          return (
            <Card>
              <EmptyState
                icon={CalendarIcon}
                title={t('Import.NoCohort.Title')}
                action={
                  <ButtonLink variant="primary" href="?tab=spaces">
                    {t('Import.NoCohort.Action')}
                  </ButtonLink>
                }
              >
                {t('Import.NoCohort.Text')}
              </EmptyState>
            </Card>
          );
        }
        return (
          <ImportPanel
            systemId={systemId}
            exam={chosen}
            undoneId={undoneId}
            cohortSelect={(disabled) => (
              <CohortSelect
                label={t('Import.Cohort')}
                noneLabel={t('Import.Cohort.Choose')}
                cohorts={list}
                value={cohortId}
                disabled={disabled}
                onChange={(cohort) => change({ cohort }, 'replace')}
              />
            )}
            missingLink={(languages) => <LinkStillMissing systemId={systemId} languages={languages} />}
            missingFacts={(readers) =>
              chosen && <MissingFacts systemId={systemId} cohortId={chosen.id} readers={readers} />
            }
            candidatesHref={candidatesHref(chosen?.id ?? 0)}
            examHref={examHref(systemId, chosen?.id ?? 0)}
            mailsHref={mailsHref(systemId, chosen?.id ?? 0)}
            isFiled={outgoing?.isFiled === true}
          />
        );
      }}
    </Loaded>
  );
}

/**
 * Names the languages whose exam notice lacked the link when the list was checked and still lacks it; the
 * list itself is not checked again.
 */
function LinkStillMissing({ systemId, languages }: { systemId: number; languages: readonly Language[] }) {
  const textWithoutLink = useTextsWithoutLink(systemId);
  const lacking = textWithoutLink ? languages.filter((language) => textWithoutLink(language)) : languages;
  return <NoPasswordLink languages={lacking} configuration="" />;
}
