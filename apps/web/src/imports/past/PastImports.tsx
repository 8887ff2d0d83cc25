import { type ListedImport, listImports } from '@guichet/contract/imports/imports.past';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import { query } from '../../core/call/query.ts';
import { useLanguage, useT, useTexts } from '../../core/i18n/formats.ts';
import { type Column, DataTable } from '../../core/lists/DataTable.tsx';
import { ListFooter } from '../../core/lists/ListFooter.tsx';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { useDelayedFlag } from '../../core/timing/useDelayedFlag.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { FileIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { StateMark } from '../../ui/states/StateMark.tsx';
import { DownloadMailed } from './DownloadMailed.tsx';
import { UndoDialog, type UndoDialogProps } from './UndoDialog.tsx';

export const pastImportSizes = [5, 10, 50] as const;

export interface PastImportsProps {
  systemId: number;
  page: number;
  size: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
  onUndone: (importId: string) => void;
  /** The preview of the mail that tells people that they are no longer registered for this exam. */
  leftMail: UndoDialogProps['leftMail'];
  backMail: UndoDialogProps['backMail'];
}

/** The imports of a system, newest first, each with an undo. */
export function PastImports(props: PastImportsProps) {
  const { systemId, page, size, onPage, onSize, onUndone, leftMail, backMail } = props;
  const t = useT();
  const past = useQuery({
    ...query(listImports, {
      params: { systemId },
      query: { page, pageSize: size },
      language: useLanguage(),
    }),
    placeholderData: keepPreviousData,
  });
  const isSlow = useDelayedFlag(past.isPlaceholderData);
  const [undoing, setUndoing] = useState<ListedImport | null>(null);
  const columns = useColumns(systemId, setUndoing);
  return (
    <Card flush title={t('Import.Past.Title')}>
      <p className="text-muted px-5 pb-4 text-sm sm:px-6">{t('Import.Past.Whole')}</p>
      {/* An empty list that is being read again may have got its first import. */}
      <Loaded
        query={past.data?.totalItems === 0 && past.isFetching ? { ...past, data: undefined } : past}
        lines={3}
      >
        {({ imports, totalItems }) =>
          totalItems === 0 ? (
            <EmptyState icon={FileIcon} title={t('Import.Past.None.Title')}>
              {t('Import.Past.None.Text')}
            </EmptyState>
          ) : (
            <>
              <DataTable
                caption={t('Import.Past.Title')}
                busy={isSlow}
                rows={imports}
                keyOf={({ id }) => id}
                columns={columns}
              />
              <div className="border-line border-t px-5 py-3 sm:px-6">
                <ListFooter
                  label={t('Import.Past.Pages')}
                  total={totalItems}
                  page={page}
                  size={size}
                  sizes={pastImportSizes}
                  maxLinks={5}
                  onPage={onPage}
                  onSize={onSize}
                />
              </div>
            </>
          )
        }
      </Loaded>
      <UndoDialog
        systemId={systemId}
        found={undoing}
        leftMail={leftMail}
        backMail={backMail}
        onClose={() => setUndoing(null)}
        onUndone={onUndone}
      />
    </Card>
  );
}

function useColumns(systemId: number, onUndo: (found: ListedImport) => void): Column<ListedImport>[] {
  const { t, columnDateTime, longDay } = useTexts();
  const placedText = ({ placed, undone }: ListedImport) =>
    undone
      ? t('Import.Past.Stayed', { count: placed - undone.counts.enrolments })
      : t('Import.Past.Placed', { count: placed });
  const countTexts = (found: ListedImport) => {
    const { accounts, alreadyThere, corrected, awaited, takenOut, setAside, undone } = found;
    const there = alreadyThere ? t('Import.Past.AlreadyThere', { count: alreadyThere }) : null;
    const { enrolments = 0, corrections = 0, removals = 0 } = undone?.counts ?? {};
    const texts = undone
      ? [
          t('Import.Past.TakenBack', { count: enrolments }),
          there,
          corrections > 0 ? t('Import.Past.CorrectionsBack', { count: corrections }) : null,
          removals > 0 ? t('Import.Past.PutBack', { count: removals }) : null,
        ]
      : [
          accounts === null ? null : t('Import.Past.Accounts', { count: accounts }),
          there,
          corrected ? t('Import.Past.Corrected', { count: corrected }) : null,
          awaited > 0 ? t('Import.Past.Awaited', { count: awaited }) : null,
          takenOut ? t('Import.Past.TakenOut', { count: takenOut }) : null,
          setAside ? t('Import.Past.SetAside', { count: setAside }) : null,
        ];
    return texts.filter((text) => text !== null);
  };
  const stateTexts = ({ undo, undone, undoUntil, kept }: ListedImport): string[] => {
    if (undo === 'possible' && kept.length > 0)
      return [
        t('Import.Past.Kept', { reasons: kept.map((why) => t(`Import.Undo.Reason.${why}`)).join(', ') }),
      ];
    if (undo === 'possible') return [t('Import.Past.Until', { day: longDay(undoUntil) })];
    if (!undone) return undo === 'undone' ? [] : [t(`Import.Past.${undo}`)];
    const { told } = undone.counts;
    const about = `${columnDateTime(undone.at)} · ${undone.by}`;
    return told === undefined ? [about] : [about, t('Import.Past.Told', { count: told })];
  };
  return [
    {
      heading: t('Import.Past.File'),
      lead: true,
      className: '@min-[40rem]:w-[18%] wrap-anywhere',
      cell: ({ fileName }) => fileName,
    },
    {
      heading: t('Import.Past.When'),
      cell: (found) => (
        <WithAside aside={found.by ?? t('Import.Past.ByProgram')} isTogether>
          {columnDateTime(found.at)}
        </WithAside>
      ),
    },
    {
      heading: t('Import.Past.Exam'),
      className: '@min-[40rem]:w-[19%] wrap-anywhere',
      cell: (found) => <WithAside aside={longDay(found.examDate)}>{found.exam}</WithAside>,
    },
    {
      heading: t('Import.Past.Result'),
      className: '@min-[40rem]:w-[26%]',
      cell: (found) => (
        <div>
          <WithAside aside={countTexts(found).join(', ')} href={`?tab=users&exam=${found.examId}`}>
            {placedText(found)}
          </WithAside>{' '}
          {!found.undone && found.mails !== null && found.mails > 0 && (
            <a href={`/outbox?system=${systemId}&exam=${found.examId}`} className="text-accent-ink text-sm">
              {t('Import.Past.Mails', { count: found.mails })}
            </a>
          )}
        </div>
      ),
    },
    {
      heading: t('Import.Past.State'),
      className: '@min-[40rem]:w-[23%]',
      cell: (found) => (
        <div className="flex min-w-0 items-center gap-x-2 gap-y-1 max-[40rem]:flex-wrap *:shrink-0 [&>span]:shrink">
          <ImportState
            systemId={systemId}
            found={found}
            text={stateTexts(found).join(' · ')}
            onUndo={() => onUndo(found)}
          />
        </div>
      ),
    },
  ];
}

/** Quiet text beside the fact in a cell, or below it in a table. */
function Aside({ children, isBelow = false }: { children: string; isBelow?: boolean }) {
  return <span className={clsx('text-muted text-sm', isBelow && '@min-[40rem]:block')}>{children}</span>;
}

interface WithAsideProps {
  aside: string;
  /** Whether the fact stays on one line. */
  isTogether?: boolean;
  /** Leads from the fact to what it counts. */
  href?: string;
  children: string;
}

function WithAside({ aside, isTogether = false, href, children }: WithAsideProps) {
  return (
    <span>
      {href ? (
        <a href={href} className="text-accent-ink underline-offset-4 hover:underline">
          {children}
        </a>
      ) : (
        <span className={clsx(isTogether && 'whitespace-nowrap')}>{children}</span>
      )}{' '}
      <Aside isBelow>{aside}</Aside>
    </span>
  );
}

interface ImportStateProps {
  systemId: number;
  found: ListedImport;
  text: string;
  onUndo: () => void;
}

/** The state of an import: undone by whom, the button for the undo, or why an undo is impossible. */
function ImportState({ systemId, found, text, onUndo }: ImportStateProps) {
  const t = useT();
  const { id, undo, undone, fileName, isMailed, kept } = found;
  if (undone)
    return (
      <>
        <span className="min-w-0">
          <StateMark tone="neutral">{t('Import.Past.Undone')}</StateMark> <Aside>{text}</Aside>
        </span>
        {isMailed && <DownloadMailed systemId={systemId} importId={id} fileName={fileName} />}
      </>
    );
  if ((undo !== 'possible' && undo !== 'undone') || kept.length > 0) return <Aside>{text}</Aside>;
  return (
    <>
      <SmallButton aria-label={t('Import.Undo.Of', { name: fileName })} onClick={onUndo}>
        {t('Import.Past.Undo')}
      </SmallButton>{' '}
      <span className="min-w-0">
        <Aside>{text}</Aside>
      </span>
    </>
  );
}
