import type { EncodingReading, ListEncoding } from '@guichet/contract/imports/imports.encodings';
import { useT } from '../../core/i18n/useT.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';

interface EncodingChoiceProps {
  readings: readonly EncodingReading[];
  onChoose: (encoding: ListEncoding) => void;
}

/** The encodings in which a list can be read, each with the names as it reads them. */
export function EncodingChoice({ readings, onChoose }: EncodingChoiceProps) {
  const t = useT();
  return (
    <ul className="mt-2 flex flex-col divide-y divide-line">
      {readings.map(({ encoding, samples }) => (
        <li key={encoding} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
          <span className="min-w-0">
            <bdi className="wrap-anywhere block font-medium text-ink">{samples.join(' · ')}</bdi>
            <span className="block text-muted text-sm">{t(`Import.Encoding.${encoding}`)}</span>
          </span>
          <SmallButton
            aria-label={t('Import.Encoding.ChooseThis', { encoding: t(`Import.Encoding.${encoding}`) })}
            onClick={() => onChoose(encoding)}
          >
            {t('Import.Encoding.Choose')}
          </SmallButton>
        </li>
      ))}
    </ul>
  );
}
