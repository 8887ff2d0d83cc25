import type { WrittenContent } from '@guichet/contract/systems/content';
import { useState } from 'react';
import { textParam, useAddress } from '../../core/address/useAddress.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Tabs } from '../../ui/aria/Tabs.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { PlusIcon } from '../../ui/icons/moreIcons.tsx';
import { type Block, describePairing, makeBlocks } from './blocks.ts';
import { ContentBlock } from './ContentBlock.tsx';
import { AddLabelDialog } from './labels/AddLabelDialog.tsx';
import { RemoveLabel } from './labels/RemoveLabel.tsx';
import type { ContentDrafts } from './useContentDrafts.ts';
import { useContentName } from './useContentName.ts';
import { useSaveBlock } from './useSaveBlock.ts';
import { RemovedLabels } from './versions/RemovedLabels.tsx';

const params = { label: textParam };

export interface ContentEditorProps {
  systemId: number;
  items: readonly WrittenContent[];
  drafts: ContentDrafts;
}

/** All content items of a system, a tab per label. */
export function ContentEditor({ systemId, items, drafts }: ContentEditorProps) {
  const t = useT();
  const [address, changeAddress] = useAddress(params);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [isAdding, setAdding] = useState(false);
  const saving = useSaveBlock(systemId, drafts);

  const blocks = makeBlocks(items, [...added, ...drafts.labels]);
  const shown = blocks.find(({ label }) => label === address.label) ?? blocks[0];

  function add(label: string) {
    setAdded([...added, label]);
    setAdding(false);
    changeAddress({ label });
  }

  function forget(label: string) {
    setAdded(added.filter((one) => one !== label));
    drafts.drop(label, 'fr');
    drafts.drop(label, 'en');
    changeAddress({ label: '' }, 'replace');
  }

  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-ink text-lg">{t('Content.Texts')}</h2>
        <div className="flex flex-wrap gap-2">
          <RemovedLabels systemId={systemId} onRestored={(label) => changeAddress({ label })} />
          <Button icon={PlusIcon} onClick={() => setAdding(true)}>
            {t('Content.Add')}
          </Button>
        </div>
      </div>
      <Tabs
        wraps
        label={t('Content.Labels')}
        selected={shown?.label ?? ''}
        onSelect={(label) => changeAddress({ label })}
        items={blocks.map((block) => ({
          id: block.label,
          label: <TabLabel block={block} isDirty={drafts.isDirty(block)} />,
          content: (
            <ContentBlock
              systemId={systemId}
              block={block}
              drafts={drafts}
              failures={saving.failuresIn(block.label)}
              busy={saving.isSaving(block.label)}
              onSave={(over) => saving.save({ block, ...(over && { over }) })}
              actions={
                <RemoveLabel systemId={systemId} block={block} onRemoved={() => forget(block.label)} />
              }
            />
          ),
        }))}
      />
      <AddLabelDialog
        open={isAdding}
        labels={blocks.map(({ label }) => label)}
        onAdd={add}
        onClose={() => setAdding(false)}
      />
    </>
  );
}

/** The label of a tab, with a dot for unsaved changes and another for a language that is behind. */
function TabLabel({ block, isDirty }: { block: Block; isDirty: boolean }) {
  const t = useT();
  const nameOf = useContentName();
  const pairing = describePairing(block);
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span className="truncate">{nameOf(block.label)}</span>
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
      <span aria-hidden="true" className={`forced-fill block size-2 rounded-full ${className}`} />
      <span className="sr-only">{` (${title})`}</span>
    </span>
  );
}
