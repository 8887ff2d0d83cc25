import { useFormats } from './formats.ts';
import { useT } from './useT.ts';

/** Formats a file size: `12 ko`, `3,4 Mo`. */
export function useFileSize(): (bytes: number) => string {
  const t = useT();
  const { number } = useFormats();
  return (bytes) => {
    if (bytes < 1024 * 1024) return t('Import.File.Kilobytes', { size: number(Math.ceil(bytes / 1024)) });
    return t('Import.File.Megabytes', { size: number(Math.round((bytes / 1024 / 1024) * 10) / 10) });
  };
}
