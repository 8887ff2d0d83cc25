import type { ListedImport } from '@guichet/contract/imports.past';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useLanguage, useT } from '../../../platform/i18n/useT.ts';
import { ListFooter } from '../../../platform/lists/ListFooter.tsx';
import { Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { useDelayedFlag } from '../../../platform/timing/useDelayedFlag.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FileIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { StateMark } from '../../../ui/states/StateMark.tsx';
import { Cell, HeaderCell, Row, Table } from '../../../ui/tables/Table.tsx';
import { DownloadMailed } from './DownloadMailed.tsx';
import { importsOptions } from './past.api.ts';
import { UndoDialog, type UndoDialogProps } from './UndoDialog.tsx';

export const pastImportSizes = [5, 10, 50] as const;

export interface PastImportsProps {
  systemId: number;
  page: number;
  size: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
  onUndone: (importId: string) => void;
  /** The mail that tells people that they are no longer registered for this exam, to read. */
  leftMail: UndoDialogProps['leftMail'];
}

/** The imports of a system, newest first, each with its undo. */
export function PastImports(props: PastImportsProps) {
  const { systemId, page, size, onPage, onSize, onUndone, leftMail } = props;
  const t = useT();
  const query = useQuery(importsOptions(systemId, page, size, useLanguage()));
  const isSlow = useDelayedFlag(query.isPlaceholderData);
  const [undoing, setUndoing] = useState<ListedImport | null>(null);
  const words = {
    file: t('Import.Past.File'),
    exam: t('Import.Past.Exam'),
    result: t('Import.Past.Result'),
    state: t('Import.Past.State'),
  };
  return (
    <Card flush title={t('Import.Past.Title')}>
      <Loaded query={query} lines={3}>
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
  words: Readonly<Record<'file' | 'exam' | 'result' | 'state', string>>;
  onUndo: () => void;
}

function ImportCells({ systemId, found, words, onUndo }: ImportCellsProps) {
  const t = useT();
  const { columnDateTime, longDay } = useFormats();
  const { accounts, alreadyThere, mails, by } = found;
  const counts = [
    accounts === null ? null : t('Import.Past.Accounts', { count: accounts }),
    alreadyThere ? t('Import.Past.AlreadyThere', { count: alreadyThere }) : null,
    mails === null ? null : t('Import.Past.Mails', { count: mails }),
  ].filter((text) => text !== null);
  return (
    <>
      <Cell lead title={found.fileName} className="@min-[40rem]:w-[30%] @min-[40rem]:max-w-0">
        <span className="block max-w-full truncate">{found.fileName}</span>
        <span className="block font-normal text-muted text-sm">
          {`${columnDateTime(found.at)} · ${by ?? t('Import.Past.ByProgram')}`}
        </span>
      </Cell>
      <Cell label={words.exam}>
        <span className="wrap-anywhere block min-w-36">{found.exam}</span>
        <span className="block whitespace-nowrap text-muted text-sm">{longDay(found.examDate)}</span>
      </Cell>
      <Cell label={words.result}>
        <span className="block">{t('Import.Past.Placed', { count: found.placed })}</span>
        <span className="block text-muted text-sm">{counts.join(', ')}</span>
      </Cell>
      <Cell label={words.state}>
        <ImportState systemId={systemId} found={found} onUndo={onUndo} />
      </Cell>
    </>
  );
}

/** Undone by whom, with the file of who got a mail before, or the button that undoes it, or why it cannot be undone. */
function ImportState({ systemId, found, onUndo }: Omit<ImportCellsProps, 'words'>) {
  const t = useT();
  const { columnDateTime, longDay } = useFormats();
  const { undo, undone, fileName } = found;
  if (undone) {
    const { told } = undone.counts;
    return (
      <>
        <StateMark tone="neutral">{t('Import.Past.Undone')}</StateMark>
        <span className="block text-muted text-sm">{`${columnDateTime(undone.at)} · ${undone.by}`}</span>
        {told !== undefined && (
          <span className="block text-muted text-sm">{t('Import.Past.Told', { count: told })}</span>
        )}
        {found.isMailed && <DownloadMailed systemId={systemId} importId={found.id} fileName={fileName} />}
      </>
    );
  }
  if (undo !== 'possible' && undo !== 'undone')
    return <span className="text-muted text-sm">{t(`Import.Past.${undo}`)}</span>;
  return (
    <>
      <Button size="sm" aria-label={t('Import.Undo.Of', { name: fileName })} onClick={onUndo}>
        {t('Import.Undo.Open')}
      </Button>
      <span className="mt-1 block text-muted text-sm">
        {t('Import.Past.Until', { day: longDay(found.undoUntil) })}
      </span>
    </>
  );
}
