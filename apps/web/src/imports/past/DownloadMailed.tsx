import { previewUndo } from '@guichet/contract/imports/imports.past';
import { call } from '../../core/call/call.ts';
import { useT } from '../../core/i18n/useT.ts';
import { useSaveList } from '../../core/lists/saving/useSaveList.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { DownloadIcon } from '../../ui/icons/moreIcons.tsx';
import type { DownloadUndoProps } from './DownloadUndo.tsx';
import { undoHeadings } from './UndoRows.tsx';

/** Saves a file of the people who had got a mail about the exam before its import was undone. */
export function DownloadMailed({ systemId, importId, fileName }: Omit<DownloadUndoProps, 'preview'>) {
  const t = useT();
  const { isSaving, save } = useSaveList(systemId);
  const { name, email } = undoHeadings(t);

  function fetchAndSave() {
    const file = t('Import.Past.Mailed.FileName', { name: fileName.replace(/\.\w+$/, '') });
    void save(file, async () => {
      const reply = await call(previewUndo, { params: { systemId, importId }, query: { all: true } });
      if (reply.outcome !== 'undone') return null;
      return [[name, email], ...(reply.mailed ?? []).map((person) => [person.name, person.email])];
    });
  }

  return (
    <IconButton
      size="sm"
      tone="accent"
      icon={DownloadIcon}
      label={t('Import.Past.Mailed.Of', { name: fileName })}
      busy={isSaving}
      onClick={fetchAndSave}
    />
  );
}
