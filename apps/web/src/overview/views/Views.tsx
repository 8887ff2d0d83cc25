import type { ViewList } from '@guichet/contract/overview/views';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatSearch, parseSearch, type Search } from '../../core/address/useAddress.ts';
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

/**
 * The named parameters of the address as one text such as `q=zoe&sort=-name`; and a function that restores
 * such a text. It sets the named parameters, removes `page`, and leaves the rest of the query unchanged.
 */
function useAddressPart(names: readonly string[]): readonly [string, (part: string) => void] {
  const search = useSearch({ strict: false }) as Search;
  const go = useNavigate();
  const restore = (part: string) => {
    const wanted = parseSearch(part);
    const changed = Object.fromEntries(names.map((name) => [name, wanted[name]]));
    void go({ to: '.', search: (before: Search) => ({ ...before, ...changed, page: undefined }) });
  };
  const present = names.toSorted().map((name) => [name, search[name]] as const);
  return [formatSearch(Object.fromEntries(present)).slice(1), restore];
}
