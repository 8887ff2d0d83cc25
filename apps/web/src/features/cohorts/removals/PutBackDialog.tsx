import type { NamedCohort } from '@guichet/contract/cohorts';
import type { RemovedPeople } from '@guichet/contract/cohorts.removals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../parts/forms/DialogForm.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { Dialog } from '../../../ui/aria/Dialog.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { removalOptions, usePutBack } from './removals.api.ts';
import { useSayPutBack } from './useRemovalToast.ts';

export interface PutBackDialogProps {
  systemId: number;
  cohort: Pick<NamedCohort, 'id' | 'title'>;
  /** Null while closed. */
  removalId: string | null;
  onClose: () => void;
}

/** Lists whom a removal or a move took out of an exam, and puts back those who are chosen, as long as it is possible. */
export function PutBackDialog({ removalId, onClose, ...props }: PutBackDialogProps) {
  const t = useT();
  const shown = useLastGiven(removalId);
  return (
    <Dialog
      open={removalId !== null}
      onClose={onClose}
      title={t('PutBack.Title', { cohort: props.cohort.title })}
      closeLabel={t('Dialog.Close')}
    >
      {shown && <LoadedRemoval {...props} removalId={shown} onClose={onClose} />}
    </Dialog>
  );
}

interface OfRemoval extends PutBackDialogProps {
  removalId: string;
}

function LoadedRemoval(props: OfRemoval) {
  const t = useT();
  const { systemId, cohort, removalId } = props;
  const removal = useQuery(removalOptions(systemId, cohort.id, removalId));
  return (
    <Loaded query={removal} lines={3}>
      {(found) =>
        found.people.length > 0 ? (
          <PutBackForm {...props} removal={found} />
        ) : (
          <p className="text-ink">{t('PutBack.Over')}</p>
        )
      }
    </Loaded>
  );
}

function PutBackForm({
  systemId,
  cohort,
  removalId,
  removal,
  onClose,
}: OfRemoval & { removal: RemovedPeople }) {
  const t = useT();
  const sayPutBack = useSayPutBack(cohort);
  const putBack = usePutBack(systemId, cohort.id);
  const { isCancelled, people } = removal;
  const possible = isCancelled ? [] : people.filter(({ state }) => state === 'removed');
  const [ticked, setTicked] = useState<ReadonlySet<number>>(
    () => new Set(possible.length === 1 ? possible.map(({ userId }) => userId) : []),
  );
  // A new one each time, so that each submit focuses the field.
  const [fault, setFault] = useState<Error | null>(null);
  const chosen = possible.filter(({ userId }) => ticked.has(userId));
  const isAll = chosen.length === possible.length;

  function tick(userIds: readonly number[], isTicked: boolean) {
    const next = new Set(ticked);
    for (const userId of userIds) isTicked ? next.add(userId) : next.delete(userId);
    setTicked(next);
    setFault(null);
  }

  function submit() {
    setFault(chosen.length === 0 ? new Error(t('PutBack.None')) : null);
    if (chosen.length === 0) return;
    const userIds = chosen.map(({ userId }) => userId);
    putBack.mutate(
      { removalId, userIds },
      {
        onSuccess: (done) => {
          onClose();
          showToast(
            sayPutBack(
              done,
              people.map(({ userId: id, ...person }) => ({ id, ...person })),
            ),
          );
        },
      },
    );
  }

  const boxes = (
    <ul className="flex max-h-[50vh] flex-col overflow-y-auto">
      {people.map(({ userId, fullName, email, state }) => {
        const isPossible = !isCancelled && state === 'removed';
        const name = fullName || email || t('PutBack.NoAccount');
        return (
          <li key={userId} className="wrap-anywhere border-line border-b last:border-b-0">
            <Checkbox
              label={name}
              hint={state === 'removed' ? email : t(`PutBack.State.${state}`)}
              disabled={!isPossible}
              error={isPossible && possible.length === 1 && fault?.message}
              checked={isPossible && ticked.has(userId)}
              onChange={({ target }) => tick([userId], target.checked)}
            />
          </li>
        );
      })}
    </ul>
  );
  const notice = isCancelled && <Notice tone="warning">{t('PutBack.Cancelled')}</Notice>;
  if (possible.length === 0)
    return (
      <div className="flex flex-col gap-4">
        {notice}
        {boxes}
      </div>
    );
  return (
    <DialogForm
      submitLabel={t('PutBack.Submit', { count: chosen.length })}
      busyLabel={t('PutBack.Busy')}
      busy={putBack.isPending}
      failure={fault ?? putBack.error}
      isTold={fault !== null}
      onSubmit={submit}
      onCancel={onClose}
    >
      <p className="text-muted">{t('PutBack.Lead')}</p>
      <fieldset className="min-w-0">
        <legend className="font-medium text-ink text-sm">{t('PutBack.Who')}</legend>
        {possible.length > 1 && (
          <Checkbox
            label={t('PutBack.All', { count: possible.length })}
            checked={isAll}
            error={fault?.message}
            ref={(input) => {
              if (input) input.indeterminate = chosen.length > 0 && !isAll;
            }}
            onChange={({ target }) =>
              tick(
                possible.map(({ userId }) => userId),
                target.checked,
              )
            }
          />
        )}
        {boxes}
      </fieldset>
    </DialogForm>
  );
}
