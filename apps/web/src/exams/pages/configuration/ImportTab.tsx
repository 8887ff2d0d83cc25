import type { Language } from '@guichet/contract/core/language';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { numberParam, type Search, useAddress } from '../../../core/address/useAddress.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { rememberedSizeParam } from '../../../core/lists/rememberedSize.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { NoPasswordLink } from '../../../core/parts/mails/NoPasswordLink.tsx';
import { MailForecastNotice } from '../../../identity/pages/users/forecast/MailForecastNotice.tsx';
import { useMailQuestion } from '../../../identity/pages/users/forecast/useMailQuestion.tsx';
import { ImportPanel } from '../../../imports/ImportPanel.tsx';
import { PastImports, pastImportSizes } from '../../../imports/past/PastImports.tsx';
import { useTextsWithoutLink } from '../../../mail/messages/useTextsWithoutLink.ts';
import { outgoingStatusOptions } from '../../../mail/outbox/outbox.api.ts';
import { MissingContact } from '../../../systems/system/contacts/MissingContact.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { CalendarIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { NoticeMails } from '../../exam/changes/NoticeMails.tsx';
import { candidatesHref, examHref } from '../../exam/examHrefs.ts';
import { mailsHref } from '../../notices/mailsHref.ts';
import { ExamSelect } from '../../places/ExamSelect.tsx';
import { useExams } from './exams/useExams.ts';

const params = {
  exam: numberParam(null),
  /** The exam whose people showed before: proposed, if it takes candidates. */
  from: numberParam(null),
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
        leftMail={(examId, notes) => (
          <NoticeMails systemId={systemId} examId={examId} kind="examLeft" notes={notes} />
        )}
        backMail={(examId) => <NoticeMails systemId={systemId} examId={examId} kind="examBack" />}
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
  const exams = useExams(systemId, 'coming');
  // Fetched before an import ends, so that the end's message does not change under a screen reader.
  const { data: outgoing } = useQuery(outgoingStatusOptions(useLanguage()));
  const [, change] = useAddress(params);
  const examId = params.exam.read(search.exam);
  const from = params.from.read(search.from);
  const [ask, question] = useMailQuestion();

  return (
    <>
      <Loaded query={exams}>
        {(list) => {
          // Where there is one exam alone, nothing is to be chosen, also behind a tab with a past exam.
          const [only] = examId === null && list.length === 1 ? list : [];
          const chosen = only ?? list.find(({ id }) => id === (examId ?? from)) ?? null;
          if (list.length === 0) {
            return (
              <Card>
                <EmptyState
                  icon={CalendarIcon}
                  title={t('Import.NoExam.Title')}
                  action={
                    <ButtonLink variant="primary" href="?tab=spaces">
                      {t('ExamSpace.New')}
                    </ButtonLink>
                  }
                >
                  {t('Import.NoExam.Text')}
                </EmptyState>
              </Card>
            );
          }
          return (
            <ImportPanel
              systemId={systemId}
              exam={chosen}
              undoneId={undoneId}
              examSelect={(disabled) => (
                <ExamSelect
                  label={t('Import.Exam')}
                  noneLabel={t('Import.Exam.Choose')}
                  exams={list}
                  value={examId ?? chosen?.id ?? null}
                  disabled={disabled}
                  onChange={(exam) => change({ exam, from: null }, 'replace')}
                />
              )}
              missingLink={(languages) => (
                <LinkStillMissing systemId={systemId} examId={chosen?.id} languages={languages} />
              )}
              missingFacts={(readers, ofList) => (
                <>
                  {outgoing?.isFiled && <Notice tone="warning">{t('Import.Done.Filed')}</Notice>}
                  {chosen && <MissingContact systemId={systemId} />}
                  {chosen && <MailForecastNotice {...{ systemId, examId: chosen.id, readers, ofList }} />}
                </>
              )}
              askFirst={(readers, ofList, also, goOn) =>
                chosen && ask({ systemId, examId: chosen.id, readers, ofList, also }, goOn)
              }
              leftMail={(notes) =>
                chosen && <NoticeMails systemId={systemId} examId={chosen.id} kind="examLeft" notes={notes} />
              }
              candidatesHref={candidatesHref(chosen?.id ?? 0)}
              examHref={examHref(systemId, chosen?.id ?? 0)}
              mailsHref={mailsHref(systemId, chosen?.id ?? 0)}
              isFiled={outgoing?.isFiled === true}
            />
          );
        }}
      </Loaded>
      {question}
    </>
  );
}

/** Names the languages whose exam notice lacked the link when the list was checked, and still lacks it. */
interface LinkStillMissingProps {
  systemId: number;
  examId: number | undefined;
  languages: readonly Language[];
}

function LinkStillMissing({ systemId, examId, languages }: LinkStillMissingProps) {
  const textWithoutLink = useTextsWithoutLink(systemId, examId);
  const lacking = textWithoutLink ? languages.filter((language) => textWithoutLink(language)) : languages;
  return <NoPasswordLink languages={lacking} configuration="" />;
}
