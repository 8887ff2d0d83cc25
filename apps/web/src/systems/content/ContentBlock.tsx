import { type Language, languages } from '@guichet/contract/core/language';
import { interfaceLabels, publicLabels } from '@guichet/contract/systems/content';
import type { FormEvent, ReactNode } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { Card } from '../../ui/layout/Card.tsx';
import type { Block } from './blocks.ts';
import { ContentArea } from './ContentArea.tsx';
import type { ContentDrafts } from './useContentDrafts.ts';
import { useContentName } from './useContentName.ts';
import type { BlockFailures } from './useSaveBlock.ts';

export interface ContentBlockProps {
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
export function ContentBlock(props: ContentBlockProps) {
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
