import { Menu } from '../../../ui/aria/Menu.tsx';
import { DownloadIcon } from '../../../ui/icons/moreIcons.tsx';
import { today, useT } from '../../i18n/formats.ts';
import { type FileRows, useSaveList } from './useSaveList.ts';

export interface ExportMenuProps {
  /** The title of the list, for the name of the file. */
  caption: string;
  /** The system of all rows; null for a list of several. */
  systemId: number | null;
  /** The rows to save, headings first. */
  fetchRows: () => FileRows | Promise<FileRows>;
  disabled: boolean;
  iconOnNarrow?: boolean;
}

const formats = ['xlsx', 'csv'] as const;

export function ExportMenu(props: ExportMenuProps) {
  const { caption, systemId, fetchRows, disabled, iconOnNarrow = false } = props;
  const t = useT();
  const { isSaving, save } = useSaveList(systemId);
  return (
    <Menu
      label={t('Users.Export')}
      trigger="button"
      icon={DownloadIcon}
      iconOnNarrow={iconOnNarrow}
      busy={isSaving}
      entries={formats.map((format) => ({
        id: format,
        label: t(`Import.Template.${format}`),
        note: `.${format}`,
        disabled: disabled || isSaving,
        onSelect: () => void save(fileNameOf(caption, format), fetchRows),
      }))}
    />
  );
}

/** Title and day, without the characters that Windows forbids. */
function fileNameOf(caption: string, format: string): string {
  const name = caption
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${name} ${today(new Date())}.${format}`;
}
