import { useT } from '../../../platform/i18n/useT.ts';
import { type Block, pairingOf } from '../blocks.ts';

/** The label of a tab, with one dot for unsaved changes and another for a language that is behind. */
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
