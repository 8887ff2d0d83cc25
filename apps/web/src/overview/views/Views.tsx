import {
  deleteView,
  listViews,
  type SavedView,
  saveView,
  type ViewList,
  viewNameLength,
} from '@guichet/contract/overview/views';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { formatSearch, parseSearch, type Search } from '../../core/address/useAddress.ts';
import { query, useCall, useQuery } from '../../core/call/query.ts';
import { FailureNotice, useCallFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { BookmarkIcon, TrashIcon } from '../../ui/icons/moreIcons.tsx';

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

interface ViewsDialogProps {
  list: ViewList;
  open: boolean;
  present: string;
  onRestore: (query: string) => void;
  onClose: () => void;
}

/** The saved views of a list: restores or deletes a view, or saves the present list. */
function ViewsDialog({ list, open, present, onRestore, onClose }: ViewsDialogProps) {
  const t = useT();
  return (
    <ClosableDialog open={open} onClose={onClose} title={t('Views.Title')} size="sm">
      <OwnViews list={list} present={present} onRestore={onRestore} />
      <NewView list={list} present={present} />
    </ClosableDialog>
  );
}

function OwnViews({ list, present, onRestore }: Pick<ViewsDialogProps, 'list' | 'present' | 'onRestore'>) {
  const t = useT();
  const views = useQuery({
    ...query(listViews, { params: { list } }),
    select: (saved) => saved.toSorted((one, other) => one.name.localeCompare(other.name)),
  });
  const deletion = useCall(deleteView);
  return (
    <>
      <Loaded query={views} lines={2}>
        {(saved) =>
          saved.length === 0 ? (
            <p className="text-muted">{t('Views.None')}</p>
          ) : (
            <ul className="-mx-2 flex flex-col">
              {saved.map(({ id, name, query }: SavedView) => (
                <li key={id} className="flex items-center gap-1 rounded-md hover:bg-sunken">
                  <button
                    type="button"
                    aria-current={query === present || undefined}
                    onClick={() => onRestore(query)}
                    className="min-h-10 min-w-0 grow rounded-md px-2 text-left text-accent-ink [overflow-wrap:anywhere] aria-[current]:font-semibold"
                  >
                    {name}
                  </button>
                  <IconButton
                    label={t('Views.Delete', { name })}
                    icon={TrashIcon}
                    tone="danger"
                    busy={deletion.isPending && deletion.variables.params.viewId === id}
                    onClick={() => deletion.mutate({ params: { list, viewId: id } })}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <FailureNotice failure={deletion.error} />
    </>
  );
}

function NewView({ list, present }: Pick<ViewsDialogProps, 'list' | 'present'>) {
  const t = useT();
  const [name, setName] = useState('');
  const saving = useCall(saveView);
  const body = { name, query: present };
  const faultOf = useCallFaults(saving, saveView, body);

  function save(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate({ params: { list }, body }, { onSuccess: () => setName('') });
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3 border-line border-t pt-4">
      <TextField
        label={t('Views.Name')}
        hint={t('Views.Hint')}
        value={name}
        maxLength={viewNameLength}
        error={faultOf('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <FailureNotice failure={saving.error} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted text-sm">
          {saving.isSuccess && name === '' && t('Views.Saved', { name: saving.variables.body.name.trim() })}
        </p>
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {t('Views.Save')}
        </Button>
      </div>
    </form>
  );
}
