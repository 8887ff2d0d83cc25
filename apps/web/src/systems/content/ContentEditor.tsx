import { type Language, languages } from '@guichet/contract/core/language';
import {
  interfaceLabels,
  publicLabels,
  removeContent,
  type WrittenContent,
} from '@guichet/contract/systems/content';
import { listContentVersions, listRemovedLabels } from '@guichet/contract/systems/content.versions';
import { type FormEvent, type ReactNode, useState } from 'react';
import { textParam, useAddress } from '../../core/address/useAddress.ts';
import { useCall, useReload } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { AskCall } from '../../core/parts/asking/Question.tsx';
import { Tabs } from '../../ui/aria/Tabs.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { PlusIcon, TrashIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { type Block, describePairing, makeBlocks } from './blocks.ts';
import { ContentArea } from './ContentArea.tsx';
import { AddLabelDialog } from './labels/AddLabelDialog.tsx';
import type { ContentDrafts } from './useContentDrafts.ts';
import { useContentName } from './useContentName.ts';
import { type BlockFailures, useSaveBlock } from './useSaveBlock.ts';
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

interface RemoveLabelProps {
  systemId: number;
  block: Block;
  onRemoved: () => void;
}

/** Removes a label that the system has added; absent for public labels. */
function RemoveLabel({ systemId, block, onRemoved }: RemoveLabelProps) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const remove = useCall(removeContent, { onSuccess: useReload(listContentVersions, listRemovedLabels) });
  const { label } = block;
  const name = useContentName()(label);
  if (publicLabels.some((one) => one === label)) return null;

  return (
    <>
      <IconButton
        label={t('Content.Remove', { label: name })}
        icon={TrashIcon}
        tone="danger"
        onClick={() => setAsking(true)}
      />
      <AskCall
        call={remove}
        open={isAsking}
        title={t('Content.Remove', { label: name })}
        messages={[t('Content.Remove.Question', { label: name })]}
        busyLabel={t('Content.Removing')}
        input={{ params: { systemId, label } }}
        done={t('Content.Removed', { label: name })}
        onDone={onRemoved}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

interface ContentBlockProps {
  systemId: number;
  block: Block;
  drafts: ContentDrafts;
  failures: BlockFailures;
  busy: boolean;
  /** `over` is the language in which a newer version may be overwritten. */
  onSave: (over?: Language) => void;
  actions: ReactNode;
}

/** S2.60: French and English side by side, with one Save for both. */
function ContentBlock(props: ContentBlockProps) {
  const { systemId, block, drafts, failures, busy, onSave, actions } = props;
  const t = useT();
  const nameOf = useContentName();
  // A label that the system has added has no description.
  const known = [...publicLabels, ...interfaceLabels].find((name) => name === block.label);
  const form = useFirstInvalidFocus(failures);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSave();
  }

  return (
    <Card title={nameOf(block.label)} description={known && t(`Content.About.${known}`)} actions={actions}>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {languages.map((language) => (
            <ContentArea
              key={language}
              systemId={systemId}
              block={block}
              language={language}
              drafts={drafts}
              failure={failures[language] ?? null}
              busy={busy}
              onSaveOver={() => onSave(language)}
            />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={busy} busyLabel={t('Content.Saving')}>
            {t('Content.Save')}
          </Button>
          {drafts.isDirty(block) && <span className="text-muted text-sm">{t('Content.Unsaved')}</span>}
        </div>
      </form>
    </Card>
  );
}
