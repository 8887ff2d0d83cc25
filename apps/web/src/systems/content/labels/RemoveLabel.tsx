import { publicLabels, removeContent } from '@guichet/contract/systems/content';
import { listContentVersions, listRemovedLabels } from '@guichet/contract/systems/content.versions';
import { useState } from 'react';
import { useCall, useReload } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { AskCall } from '../../../core/parts/asking/AskCall.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { TrashIcon } from '../../../ui/icons/moreIcons.tsx';
import type { Block } from '../blocks.ts';
import { useContentName } from '../useContentName.ts';

export interface RemoveLabelProps {
  systemId: number;
  block: Block;
  onRemoved: () => void;
}

/** Removes a label that the system has added; absent for public labels. */
export function RemoveLabel({ systemId, block, onRemoved }: RemoveLabelProps) {
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
