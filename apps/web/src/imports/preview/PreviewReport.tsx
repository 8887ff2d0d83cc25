import { type Language, languages } from '@guichet/contract/core/language';
import type { ListedExam } from '@guichet/contract/exams/exams.list';
import { type Preview, type PreviewRow, rowOutcomes } from '@guichet/contract/imports/imports';
import { type ReactNode, useRef, useState } from 'react';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { ClashList } from '../../core/parts/clashes/ClashList.tsx';
import { MailIcon } from '../../ui/icons/publicIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { NoticeList } from '../../ui/states/NoticeList.tsx';
import { StackedBar } from '../../ui/states/StackedBar.tsx';
import { ColumnsReport } from '../columns/ColumnsReport.tsx';
import type { ReadingPatch } from '../draft.ts';
import { lineText } from '../lineText.ts';
import { EditsNote } from './EditsNote.tsx';
import { FileNotes } from './FileNotes.tsx';
import { BegunNote, LeaversNote, NumbersNote, OtherExamsNote, TurnedAwayNote } from './PeopleNotes.tsx';
import { outcomeTones, PreviewRows } from './PreviewRows.tsx';
import { SheetsNote } from './SheetsNote.tsx';

export interface PreviewReportProps {
  preview: Preview;
  exam: ListedExam;
  /** The button that downloads the lines set aside with their reasons. */
  downloadSetAside: ReactNode;
  sendEmail: boolean;
  /** The number of mails to people whom the list takes out, whose address it corrects or whose extra time it changes. */
  notices: number;
  /** The language of new accounts whose line states none. */
  language: Language;
  openColumns: ReactNode;
  /** Warns of exam notices that lacked the link to a first password when the list was checked. */
  missingLink: (languages: readonly Language[]) => ReactNode;
  /** Warns of facts that the notice for readers of these languages mentions and the exam lacks. */
  missingFacts: (readers: readonly Language[], forecast: Preview['forecast']) => ReactNode;
  onChoice: (choice: ReadingPatch) => void;
  /** The list held against its exam; null without a difference. */
  comparison: ReactNode;
  /** The next step, below the report. */
  action: ReactNode;
}

/** Shows what the import would do, before anything is written. */
export function PreviewReport(props: PreviewReportProps) {
  const { preview, sendEmail, notices, onChoice, comparison, action } = props;
  const { t, number } = useTexts();
  const { file, counts } = preview;
  const [outcome, setOutcome] = useState<PreviewRow['outcome'] | null>(null);
  const rowsPlace = useRef<HTMLDivElement>(null);

  function show(only: PreviewRow['outcome'] | null) {
    setOutcome(only);
    if (only !== null) rowsPlace.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div className="flex flex-col gap-5">
      <Card
        title={t('Import.Preview.Title')}
        footer={comparison === null && action}
        description={
          <>
            {t('Import.Preview.Rows', { count: file.rows })}
            {file.blankLines > 0 && ` ${t('Import.Preview.BlankLines', { count: file.blankLines })}`}
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <SheetsNote
            sheets={file.sheets ?? []}
            remembered={preview.columns.rememberedSheets}
            onChoice={onChoice}
          />
          <EditsNote file={file} download={props.downloadSetAside} onChoice={onChoice} />
          <BegunNote exam={props.exam} />
          <LeaversNote leavers={file.leavers} onChoice={onChoice} />
          <StackedBar
            label={t('Import.Preview.Outcomes')}
            parts={rowOutcomes.map((one) => ({
              label: t(`Import.Outcomes.${one}`),
              value: counts[one],
              tone: outcomeTones[one],
              filter: { isOn: one === outcome, toggle: () => show(one === outcome ? null : one) },
            }))}
            formatValue={number}
          />
          {!sendEmail && notices === 0 && <p>{t('Import.Preview.MailOff')}</p>}
          {sendEmail && <MailsReport mails={preview.mails} fallback={preview.fallback} notices={notices} />}
          {sendEmail && preview.lacksLink.length > 0 && props.missingLink(preview.lacksLink)}
          {sendEmail &&
            props.missingFacts(
              languages.filter((reader) => preview.mails[reader] + preview.mails.own > 0),
              preview.forecast,
            )}
          {sendEmail && (
            <p className="empty:hidden">
              {!file.recognised.some(({ field }) => field === 'language') &&
                `${t(`Import.Preview.NoLanguage.${props.language}`)} `}
              {preview.mails.own > 0 && t('Import.Preview.KeepLanguage', { count: preview.mails.own })}
            </p>
          )}
          {preview.extraTimes ? (
            <p>
              {t('Import.Preview.ExtraTimes', { count: preview.extraTimes })}
              {preview.thirdColumn !== undefined &&
                ` ${t('Import.Preview.ThirdColumn', { column: preview.thirdColumn })}`}
            </p>
          ) : null}
          {preview.otherExtraTimes ? (
            <p>{t('Import.Preview.OtherExtraTimes', { count: preview.otherExtraTimes })}</p>
          ) : null}
          {preview.extraTimeMails ? (
            <p>{t('Import.Preview.ExtraTimeMails', { count: preview.extraTimeMails })}</p>
          ) : null}
          {file.leftOutColumn !== undefined && (
            <Notice>{t('Import.WithoutExtraTime.Done', { column: file.leftOutColumn })}</Notice>
          )}
          <SingleNamesNote {...preview.singleNames} />
          {preview.turnedAway && (
            <TurnedAwayNote {...preview.turnedAway} isTold={sendEmail && preview.fallback?.used !== null} />
          )}
          {preview.clashes && <ClashList clashes={preview.clashes} />}
          <OtherExamsNote exams={preview.otherExams ?? []} />
          <MailboxesNote mailboxes={preview.sharedMailboxes ?? []} />
          <DomainsNote domains={preview.doubtfulDomains} />
          <NumbersNote {...preview.numbersOfOthers} />
          {preview.holdsOthersUp && <Notice tone="warning">{t('Import.Preview.HoldsOthersUp')}</Notice>}
          <FileNotes file={file} onChoice={onChoice} />
          <ColumnsReport
            file={file}
            isMatchedByHand={preview.columns.layout?.isMatchedByHand === true}
            openColumns={props.openColumns}
          />
        </div>
      </Card>
      {comparison !== null && (
        <>
          {comparison}
          <Card>{action}</Card>
        </>
      )}
      <div ref={rowsPlace} className="scroll-mt-4">
        <PreviewRows preview={preview} outcome={outcome} onOutcome={show} />
      </div>
    </div>
  );
}

/** People with a single name: they are imported so. */
function SingleNamesNote({ people, samples }: Preview['singleNames']) {
  const t = useT();
  if (people === 0) return null;
  return (
    <Notice>
      {t('Import.SingleNames', { count: people })}
      <NoticeList of={samples} keyOf={lineText}>
        {({ name, ...place }) => t('Import.SingleNames.At', { line: lineText(place), name })}
      </NoticeList>
    </Notice>
  );
}

/** Addresses whose domain is probably a typing error; they are imported unchanged. */
function DomainsNote({ domains }: { domains: Preview['doubtfulDomains'] }) {
  const t = useT();
  if (domains.length === 0) return null;
  return (
    <Notice tone="warning" title={t('Import.Domains.Title', { count: domains.length })}>
      <NoticeList of={domains} keyOf={({ domain }) => domain}>
        {({ email, domain, meant, addresses, ...place }) => (
          <>
            {t('Import.Domains.At', { line: lineText(place), email, meant })}
            {addresses > 1 && ` ${t('Import.Domains.Others', { count: addresses - 1, domain })}`}
          </>
        )}
      </NoticeList>
      <p className="mt-2">{t('Import.Domains.Advice')}</p>
    </Notice>
  );
}

/** Addresses that differ in dots or behind a plus alone, and probably lead to one person; they are imported unchanged. */
function MailboxesNote({ mailboxes }: { mailboxes: NonNullable<Preview['sharedMailboxes']> }) {
  const t = useT();
  if (mailboxes.length === 0) return null;
  return (
    <Notice tone="warning" title={t('Import.Mailboxes.Title', { count: mailboxes.length })}>
      <NoticeList of={mailboxes} keyOf={({ emails }) => emails[0] ?? ''}>
        {({ names, emails }) =>
          t('Import.Mailboxes.At', { names: names.join(', '), emails: emails.join(', ') })
        }
      </NoticeList>
      <p className="mt-2">{t('Import.Mailboxes.Advice')}</p>
    </Notice>
  );
}

/** The number of mails per language, and the language without a message. */
function MailsReport({
  mails,
  fallback,
  notices,
}: Pick<Preview, 'mails' | 'fallback'> & { notices: number }) {
  const t = useT();
  const willLeave = fallback?.used !== null;
  const kind = `Mails${mails.own > 0 ? 'Own' : ''}${notices > 0 ? 'AndNotices' : ''}` as const;
  const count = mails.fr + mails.en + mails.own + notices;
  return (
    <div className="flex flex-col gap-3">
      {willLeave && (
        <p className="flex items-center gap-2">
          <MailIcon size={18} className="shrink-0 text-muted" />
          {t(`Import.Preview.${kind}`, { ...mails, count, notices })}
        </p>
      )}
      {!willLeave && <Notice tone="warning">{t('Import.Preview.NoMessage')}</Notice>}
    </div>
  );
}
