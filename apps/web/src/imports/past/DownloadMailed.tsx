import { previewUndo } from '@guichet/contract/imports/imports.past';
import { saveFile } from '../../core/call/bodies/download.ts';
import { useCall } from '../../core/call/useCall.ts';
import { useTellFailure } from '../../core/forms/useTellFailure.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { csvFile } from '../../core/lists/csv.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { DownloadIcon } from '../../ui/icons/moreIcons.tsx';
import type { DownloadUndoProps } from './DownloadUndo.tsx';
import { undoHeadings } from './UndoRows.tsx';

/** Saves a file of the people who had got a mail about the exam before its import was undone. */
export function DownloadMailed({ systemId, importId, fileName }: Omit<DownloadUndoProps, 'preview'>) {
  const t = useT();
  const language = useLanguage();
  const tellFailure = useTellFailure();
  const undone = useCall(previewUndo);
  const { name, email } = undoHeadings(t);

  function fetchAndSave() {
    undone.mutate(
      { params: { systemId, importId }, query: { all: true } },
      {
        onSuccess: (reply) => {
          if (reply.outcome !== 'undone') return;
          const rows = (reply.mailed ?? []).map((person) => [person.name, person.email]);
          const file = t('Import.Past.Mailed.FileName', { name: fileName.replace(/\.\w+$/, '') });
          saveFile(csvFile([[name, email], ...rows], language), file);
        },
        onError: tellFailure,
      },
    );
  }

  return (
    <IconButton
      size="sm"
      tone="accent"
      icon={DownloadIcon}
      label={t('Import.Past.Mailed.Of', { name: fileName })}
      busy={undone.isPending}
      onClick={fetchAndSave}
    />
  );
}
