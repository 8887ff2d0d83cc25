import type { ViewList } from '@guichet/contract/overview/views';
import { useState } from 'react';
import { useAddressPart } from '../../core/address/useAddressPart.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { BookmarkIcon } from '../../ui/icons/moreIcons.tsx';
import { ViewsDialog } from './ViewsDialog.tsx';

export interface ViewsProps {
  list: ViewList;
  /** The address parameters that a view keeps: filters, search and order, but no open item and no page. */
  params: readonly string[];
  size?: 'sm';
}

/** A button that opens the reader's saved views of a list. */
export function Views({ list, params, size }: ViewsProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [present, restore] = useAddressPart(params);
  return (
    <>
      <Button
        icon={BookmarkIcon}
        {...(size && { size })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('Views.Open')}
      </Button>
      <ViewsDialog
        list={list}
        open={isOpen}
        present={present}
        onRestore={(query) => {
          setOpen(false);
          restore(query);
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
