import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Loaded, type LoadedProps } from '../../lists/states/Loaded.tsx';
import { ClosableDialog, type ClosableDialogProps } from './ClosableDialog.tsx';

export interface LoadedDialogProps<T, Key extends QueryKey>
  extends Omit<ClosableDialogProps, 'children'>,
    Omit<LoadedProps<T>, 'query'> {
  /** Asked while the dialog is open. */
  query: UseQueryOptions<T, Error, T, Key>;
}

/** A closable dialog that shows the reply of a query. */
export function LoadedDialog<T, Key extends QueryKey>(props: LoadedDialogProps<T, Key>) {
  const { query, lines, children, ...dialog } = props;
  const loaded = useQuery({ ...query, enabled: dialog.open });
  return (
    <ClosableDialog {...dialog}>
      <Loaded query={loaded} lines={lines}>
        {children}
      </Loaded>
    </ClosableDialog>
  );
}
