import { today } from '../../../platform/i18n/formats.ts';

/** The name of an exported list: title and day, without characters that Windows forbids. */
export function exportFileName(caption: string, now: Date): string {
  const name = caption
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${name} ${today(now)}.csv`;
}
