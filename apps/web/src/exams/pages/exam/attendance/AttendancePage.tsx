import { type Language, languages } from '@guichet/contract/core/language';
import type { Exam } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import { listExtraTimes } from '@guichet/contract/exams/results.extraTime';
import type { ListedUser } from '@guichet/contract/identity/users';
import { choiceParam, useAddress } from '../../../../core/address/useAddress.ts';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useOtherTexts } from '../../../../core/i18n/useOtherTexts.ts';
import { useLanguage, useT } from '../../../../core/i18n/useT.ts';
import { ExportMenu } from '../../../../core/lists/saving/ExportMenu.tsx';
import { Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../../core/page/TitledPage.tsx';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../../../ui/fields/Segmented.tsx';
import { PrintIcon, UsersIcon } from '../../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../../ui/states/EmptyState.tsx';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { AttendanceSheet } from '../../../exam/attendance/AttendanceSheet.tsx';
import { papers } from '../../../exam/attendance/pageRule.ts';
import { listSheetRows } from '../../../exam/attendance/sheetColumns.ts';
import { extraTimesInWords } from '../../../results/extraTime/extraTimesInWords.ts';
import { useExamPart } from '../ExamPartPage.tsx';

const addressParams = {
  /** The language of the sheet; null for the language of the page. */
  sheet: choiceParam(languages, null),
  paper: choiceParam(papers, 'letter'),
  extraTime: choiceParam(['shown'], null),
  listed: choiceParam(['shown'], null),
};

export function AttendancePage({ title, systemId }: PageProps) {
  const t = useT();
  const pageLanguage = useLanguage();
  const { params, entrance, exam, titles } = useExamPart({ title, systemId });
  const [{ sheet, paper, extraTime, listed }, change] = useAddress(addressParams);
  const language: Language = sheet ?? pageLanguage;
  const candidates = useQuery({
    ...query(listCandidates, { params }),
    enabled: exam.data?.isCancelled === false,
  });
  const { t: sheetText, ...texts } = useOtherTexts(language);
  const showsExtraTime = extraTime !== null && entrance?.seesExtraTime === true;
  const amounts = useQuery({
    ...query(listExtraTimes, { params, query: { withAmounts: true } }),
    enabled: showsExtraTime,
  });
  const isListed = candidates.data?.some(({ listValues }) => listValues) === true;
  const hasLines = (candidates.data?.length ?? 0) > 0;
  const linesOf = (found: Exam, people: readonly ListedUser[]) => ({
    candidates: people,
    extraTimes: showsExtraTime ? extraTimesInWords(found, amounts.data ?? [], sheetText, language) : null,
    hasListed: isListed && listed !== null,
    language,
    t: sheetText,
  });
  const isReady = texts.data !== undefined && !(showsExtraTime && !amounts.data);
  return (
    <TitledPage
      {...titles}
      actions={
        <>
          <Segmented
            legend={t('Attendance.Language')}
            value={language}
            options={languages.map((value) => ({ value, label: t(`Language.${value}`) }))}
            onChange={(value) => change({ sheet: value })}
          />
          <Segmented
            legend={t('Attendance.Paper')}
            value={paper}
            options={papers.map((value) => ({ value, label: t(`Attendance.Paper.${value}`) }))}
            onChange={(value) => change({ paper: value })}
          />
          {entrance?.seesExtraTime && hasLines && (
            <Checkbox
              label={t('Attendance.WithExtraTime')}
              checked={extraTime !== null}
              onChange={({ target }) => change({ extraTime: target.checked ? 'shown' : null })}
            />
          )}
          {isListed && (
            <Checkbox
              label={t('Attendance.WithListed')}
              checked={listed !== null}
              onChange={({ target }) => change({ listed: target.checked ? 'shown' : null })}
            />
          )}
          {hasLines && exam.data && (
            <ExportMenu
              caption={`${sheetText('Attendance.Title')} ${exam.data.title}`}
              systemId={params.systemId}
              disabled={!isReady}
              fetchRows={() =>
                exam.data && candidates.data ? listSheetRows(linesOf(exam.data, candidates.data)) : []
              }
            />
          )}
          {hasLines && (
            <Button variant="primary" icon={PrintIcon} onClick={() => window.print()}>
              {t('Attendance.Print')}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={exam} lines={8}>
        {(found) =>
          found.isCancelled ? (
            <Notice tone="warning" title={t('Exam.IsCancelled')}>
              {t('Attendance.Cancelled')}
            </Notice>
          ) : (
            <Loaded query={texts} lines={8}>
              {() => (
                <Loaded query={candidates} lines={8}>
                  {(people) =>
                    showsExtraTime && !amounts.data ? (
                      <Loaded query={amounts} lines={8}>
                        {() => null}
                      </Loaded>
                    ) : people.length > 0 ? (
                      <AttendanceSheet
                        exam={found}
                        systemTitle={entrance ? entrance.title[language] || entrance.name : ''}
                        {...linesOf(found, people)}
                        paper={paper}
                      />
                    ) : (
                      <EmptyState icon={UsersIcon} title={t('Attendance.Empty')} />
                    )
                  }
                </Loaded>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </TitledPage>
  );
}
