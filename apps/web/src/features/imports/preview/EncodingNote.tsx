import { useT } from '../../../platform/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Names of encodings as programs show them. UTF and Windows-1252 are expected and not mentioned. */
const names: Readonly<Record<string, string>> = { macintosh: 'Mac Roman', cp850: 'MS-DOS (850)' };

/** Names the detected encoding when it was a guess. */
export function EncodingNote({ encoding }: { encoding: string | null }) {
  const t = useT();
  const name = encoding === null ? undefined : names[encoding];
  return name ? <Notice>{t('Import.Notes.Encoding', { encoding: name })}</Notice> : null;
}
