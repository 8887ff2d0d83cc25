import { zoneInWords } from '@guichet/contract/core/inWords';
import type { Language } from '@guichet/contract/core/language';
import { clockAt } from '@guichet/contract/core/localTime';
import { deviceZone, today, universityZone, useLanguage, useT } from '../../i18n/formats.ts';

/** Says in which zone the hours of a page are, where the reader's device shows other hours. */
export function UniversityZone() {
  const t = useT();
  const zone = nameOtherZone(new Date(), useLanguage());
  return zone && t('UniversityZone', { zone });
}

/** The university's zone in words; null where the device shows the same hour, or hides where it is, as UTC. */
export function nameOtherZone(now: Date, language: Language, zone = deviceZone()): string | null {
  const isSame = String(clockAt(now, zone)) === String(clockAt(now, universityZone()));
  return zone === 'UTC' || isSame ? null : zoneInWords(universityZone(), today(now), language);
}
