import type { NamedExam } from '@guichet/contract/exams/exams.list';
import {
  getRemoval,
  type PutBack,
  putBackCandidates,
  type RemovedPeople,
} from '@guichet/contract/exams/places.removals';
import { useState } from 'react';
import { CallFailed } from '../../../core/call/CallFailed.ts';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { DialogForm, SubjectDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { Alert, Notice } from '../../../ui/states/Notice.tsx';
import { removeUndoToasts, showToast } from '../../../ui/toasts/toastStore.ts';
import { RemovedPeopleList } from './RemovedPeopleList.tsx';
import { useSayPutBack } from './useRemovalToast.ts';

export interface PutBackDialogProps {
  systemId: number;
  exam: Pick<NamedExam, 'id' | 'title'>;
  removalId: string | null;
  /** Shows this person alone among all whom the removal took out. */
  userId?: number;
  onClose: () => void;
}

/** Lists the people whom a removal or a move took out of an exam, and puts back the chosen ones. */
export function PutBackDialog({ removalId, onClose, ...props }: PutBackDialogProps) {
  const t = useT();
  const title = t('PutBack.Title', { exam: props.exam.title });
  return (
    <SubjectDialog of={removalId} onClose={onClose} title={() => title}>
      {(shown) => <LoadedRemoval {...props} removalId={shown} onClose={onClose} />}
    </SubjectDialog>
  );
}

interface OfRemoval extends PutBackDialogProps {
  removalId: string;
}

function LoadedRemoval(props: OfRemoval) {
  const t = useT();
  const { systemId, exam, removalId, userId } = props;
  const removal = useQuery(query(getRemoval, { params: { systemId, examId: exam.id, removalId } }));
  return (
    <Loaded query={removal} lines={3}>
      {({ isCancelled, people: all }) => {
        const people = userId === undefined ? all : all.filter((person) => person.userId === userId);
        return people.length > 0 ? (
          <PutBackForm
            {...props}
            removal={{ isCancelled, people }}
            reload={async () => (await removal.refetch()).data}
          />
        ) : (
          <p className="text-ink">{t('PutBack.Over')}</p>
        );
      }}
    </Loaded>
  );
}

interface PutBackFormProps extends OfRemoval {
  removal: RemovedPeople;
  reload: () => Promise<RemovedPeople | undefined>;
}

function PutBackForm(props: PutBackFormProps) {
  const { systemId, exam, removalId, removal, reload, onClose } = props;
  const t = useT();
  const putBack = useCall(putBackCandidates);
  const sayPutBack = useSayPutBack(exam);
  const { isCancelled, people } = removal;
  const possible = isCancelled ? [] : people.filter(({ state }) => state === 'removed');
  const [ticked, setTicked] = useState<ReadonlySet<number>>(
    () => new Set(possible.length === 1 ? possible.map(({ userId }) => userId) : []),
  );
  // A new error each time, so that each submit focuses the field.
  const [fault, setFault] = useState<Error | null>(null);
  const chosen = possible.filter(({ userId }) => ticked.has(userId));
  const isLost = putBack.error instanceof CallFailed && putBack.error.code === 'network';

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
      { params: { systemId, examId: exam.id }, body: { removalId, userIds } },
      {
        onSuccess: (done) => void tell(done, userIds),
        // Only the reloaded list says whether these people are back.
        onError: () => void reload(),
      },
    );
  }

  async function tell(done: PutBack, userIds: readonly number[]) {
    const told = done.userIds.length + done.others.length > 0 ? done : await findBack(userIds);
    const users = people.map(({ userId: id, ...person }) => ({ id, ...person }));
    onClose();
    // The undo of a toast would find nobody to put back.
    removeUndoToasts();
    showToast(sayPutBack(told, users));
  }

  /** Finds who is back when the reply names nobody: a request whose reply was lost may have done the work. */
  async function findBack(userIds: readonly number[]): Promise<PutBack> {
    const wanted = new Set(userIds);
    const back = (await reload())?.people.filter(
      ({ userId, state }) => state === 'enrolled' && wanted.has(userId),
    );
    return { userIds: back?.map(({ userId }) => userId) ?? [], others: [] };
  }

  const list = <RemovedPeopleList removal={removal} ticked={ticked} fault={fault?.message} onTick={tick} />;
  const lost = isLost && <Alert>{t('PutBack.Lost')}</Alert>;
  if (possible.length === 0)
    return (
      <div className="flex flex-col gap-4">
        {isCancelled && <Notice tone="warning">{t('PutBack.Cancelled')}</Notice>}
        {list}
        {lost}
      </div>
    );
  return (
    <DialogForm
      submitLabel={t('PutBack.Submit', { count: chosen.length })}
      busyLabel={t('PutBack.Busy')}
      call={putBack}
      failure={fault ?? putBack.error}
      isTold={fault !== null || isLost}
      onSubmit={submit}
    >
      <p className="text-muted">{t('PutBack.Lead')}</p>
      <fieldset className="min-w-0">
        <legend className="font-medium text-ink text-sm">
          {t('PutBack.Who', { chosen: chosen.length, count: people.length })}
        </legend>
        {list}
      </fieldset>
      {fault === null && lost}
    </DialogForm>
  );
}
