import { useT } from '../../../platform/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';

/** As the programs call them that write them. UTF and Windows-1252 are what is expected, and not worth a word. */
const names: Readonly<Record<string, string>> = { macintosh: 'Mac Roman', cp850: 'MS-DOS (850)' };

/** In which letters a text was read, where that was a guess. */
export function EncodingNote({ encoding }: { encoding: string | null }) {
  const t = useT();
  const name = encoding === null ? undefined : names[encoding];
  return name ? <Notice>{t('Import.Notes.Encoding', { encoding: name })}</Notice> : null;
}
