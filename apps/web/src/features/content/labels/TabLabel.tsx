import { useT } from '../../../platform/i18n/useT.ts';
import { type Block, pairingOf } from '../blocks.ts';

/** The name of a block's tab, with a dot for what is not saved and one for a language that lags behind. */
export function TabLabel({ block, isDirty }: { block: Block; isDirty: boolean }) {
  const t = useT();
  const pairing = pairingOf(block);
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span className="truncate">{block.label}</span>
      {isDirty && <Dot className="bg-accent-ink" title={t('Content.Unsaved')} />}
      {'language' in pairing && (
        <Dot className="bg-warning-ink" title={t(`Content.${pairing.kind}.${pairing.language}`)} />
      )}
    </span>
  );
}

function Dot({ className, title }: { className: string; title: string }) {
  return (
    <span title={title}>
      <span aria-hidden="true" className={`block size-2 rounded-full ${className}`} />
      <span className="sr-only">{` (${title})`}</span>
    </span>
  );
}
