import { type ListedImport, listImports } from '@guichet/contract/imports/imports.past';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { query } from '../../core/call/query.ts';
import { useFormats } from '../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { ListFooter } from '../../core/lists/ListFooter.tsx';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { useDelayedFlag } from '../../core/timing/useDelayedFlag.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FileIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { StateMark } from '../../ui/states/StateMark.tsx';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';
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
}

/** The imports of a system, newest first, each with an undo. */
export function PastImports(props: PastImportsProps) {
  const { systemId, page, size, onPage, onSize, onUndone, leftMail } = props;
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
  const words = {
    file: t('Import.Past.File'),
    when: t('Import.Past.When'),
    exam: t('Import.Past.Exam'),
    result: t('Import.Past.Result'),
    state: t('Import.Past.State'),
  };
  return (
    <Card flush title={t('Import.Past.Title')}>
      <Loaded query={past} lines={3}>
        {({ imports, totalItems }) =>
          totalItems === 0 ? (
            <EmptyState icon={FileIcon} title={t('Import.Past.None.Title')}>
              {t('Import.Past.None.Text')}
            </EmptyState>
          ) : (
            <>
              <Table
                caption={t('Import.Past.Title')}
                busy={isSlow}
                head={
                  <>
                    <HeaderCell>{words.file}</HeaderCell>
                    <HeaderCell>{words.when}</HeaderCell>
                    <HeaderCell>{words.exam}</HeaderCell>
                    <HeaderCell>{words.result}</HeaderCell>
                    <HeaderCell>{words.state}</HeaderCell>
                  </>
                }
              >
                {imports.map((one) => (
                  <Row key={one.id}>
                    <ImportCells
                      systemId={systemId}
                      found={one}
                      words={words}
                      onUndo={() => setUndoing(one)}
                    />
                  </Row>
                ))}
              </Table>
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
        onClose={() => setUndoing(null)}
        onUndone={onUndone}
      />
    </Card>
  );
}

interface ImportCellsProps {
  systemId: number;
  found: ListedImport;
  words: Readonly<Record<'file' | 'when' | 'exam' | 'result' | 'state', string>>;
  onUndo: () => void;
}

/** In a table an import has one line; a longer text is cut, with the whole in the tooltip of its cell. */
const cutStyle = '@min-[40rem]:max-w-0 @min-[40rem]:truncate';

function ImportCells({ systemId, found, words, onUndo }: ImportCellsProps) {
  const t = useT();
  const { columnDateTime, longDay } = useFormats();
  const { fileName, exam, accounts, alreadyThere, mails } = found;
  const by = found.by ?? t('Import.Past.ByProgram');
  const placed = t('Import.Past.Placed', { count: found.placed });
  const counts = [
    accounts === null ? null : t('Import.Past.Accounts', { count: accounts }),
    alreadyThere ? t('Import.Past.AlreadyThere', { count: alreadyThere }) : null,
    mails === null ? null : t('Import.Past.Mails', { count: mails }),
  ].filter((text) => text !== null);
  return (
    <>
      <Cell lead title={fileName} className={`${cutStyle} @min-[40rem]:w-[19%]`}>
        {fileName}
      </Cell>
      <Cell
        label={words.when}
        title={`${columnDateTime(found.at)} · ${by}`}
        className={`${cutStyle} @min-[40rem]:w-[20%]`}
      >
        <span>
          {columnDateTime(found.at)} <Aside>{`· ${by}`}</Aside>
        </span>
      </Cell>
      <Cell
        label={words.exam}
        title={`${exam} · ${longDay(found.examDate)}`}
        className={`${cutStyle} @min-[40rem]:w-[20%]`}
      >
        <span>
          {exam} <Aside>{`· ${longDay(found.examDate)}`}</Aside>
        </span>
      </Cell>
      <Cell
        label={words.result}
        title={[placed, ...counts].join(', ')}
        className={`${cutStyle} @min-[40rem]:w-[18%]`}
      >
        <span>
          {placed} <Aside>{counts.join(', ')}</Aside>
        </span>
      </Cell>
      <ImportState systemId={systemId} found={found} label={words.state} onUndo={onUndo} />
    </>
  );
}

/** Quiet text beside the fact in a cell. */
function Aside({ children }: { children: string }) {
  return <span className="text-muted text-sm">{children}</span>;
}

interface ImportStateProps extends Omit<ImportCellsProps, 'words'> {
  label: string;
}

/**
 * The state of an import: undone by whom, with a file of mailed people; or the button for the undo; or why an
 * undo is impossible.
 */
function ImportState({ systemId, found, label, onUndo }: ImportStateProps) {
  const t = useT();
  const { columnDateTime, longDay } = useFormats();
  const { undo, undone, fileName } = found;
  if (undone) {
    const { told } = undone.counts;
    const about = [
      `${columnDateTime(undone.at)} · ${undone.by}`,
      told === undefined ? null : t('Import.Past.Told', { count: told }),
    ].filter((text) => text !== null);
    return (
      <StateCell label={label} title={[t('Import.Past.Undone'), ...about].join(' · ')}>
        <span className="min-w-0 @min-[40rem]:truncate">
          <StateMark tone="neutral">{t('Import.Past.Undone')}</StateMark> <Aside>{about.join(' · ')}</Aside>
        </span>
        {found.isMailed && <DownloadMailed systemId={systemId} importId={found.id} fileName={fileName} />}
      </StateCell>
    );
  }
  if (undo !== 'possible' && undo !== 'undone')
    return (
      <StateCell label={label} title={t(`Import.Past.${undo}`)}>
        <Aside>{t(`Import.Past.${undo}`)}</Aside>
      </StateCell>
    );
  const until = t('Import.Past.Until', { day: longDay(found.undoUntil) });
  return (
    <StateCell label={label} title={until}>
      <Button size="sm" aria-label={t('Import.Undo.Of', { name: fileName })} onClick={onUndo}>
        {t('Import.Past.Undo')}
      </Button>{' '}
      <span className="min-w-0 @min-[40rem]:truncate">
        <Aside>{until}</Aside>
      </span>
    </StateCell>
  );
}

function StateCell({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  return (
    <Cell label={label} title={title} className={`${cutStyle} @min-[40rem]:w-[23%]`}>
      {/* Buttons are never cut, but the text beside them is. */}
      <div className="flex min-w-0 items-center gap-x-2 gap-y-1 max-[40rem]:flex-wrap *:shrink-0 [&>span]:shrink">
        {children}
      </div>
    </Cell>
  );
}
