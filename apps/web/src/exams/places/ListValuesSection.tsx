import { type ListValues, listValueMaxLength } from '@guichet/contract/core/listValues';
import { correctListValues, listKeptColumns } from '@guichet/contract/exams/places.listValues';
import { type FormEvent, useState } from 'react';
import { query, useCall, useQuery } from '../../core/call/query.ts';
import { FailureNotice } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';

export interface ListValuesSectionProps {
  candidate: { readonly systemId: number; readonly examId: number; readonly userId: number };
  exam: string;
  listValues: ListValues;
  mayCorrect: boolean;
}

/** A candidate's values in kept columns of lists; nothing for an exam without such columns. */
export function ListValuesSection({ candidate, exam, listValues, mayCorrect }: ListValuesSectionProps) {
  const t = useT();
  const kept = useQuery({ ...query(listKeptColumns, { params: candidate }), enabled: mayCorrect });
  const [isCorrecting, setCorrecting] = useState(false);
  const columns = kept.data ?? Object.keys(listValues);
  if (columns.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold text-ink">{t('ListValues.Title', { exam })}</h3>
      {isCorrecting ? (
        <ListValuesForm
          candidate={candidate}
          columns={columns}
          listValues={listValues}
          onEnd={() => setCorrecting(false)}
        />
      ) : (
        <>
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
            {columns.map((column) => (
              <div key={column} className="contents">
                <dt className="wrap-anywhere max-w-40 text-muted">{column}</dt>
                <dd className="wrap-anywhere text-ink">
                  {listValues[column] ?? <span className="text-muted">{t('User.NotGiven')}</span>}
                </dd>
              </div>
            ))}
          </dl>
          {mayCorrect && kept.data && (
            <div>
              <SmallButton onClick={() => setCorrecting(true)}>{t('ListValues.Correct')}</SmallButton>
            </div>
          )}
        </>
      )}
    </section>
  );
}

interface ListValuesFormProps extends Pick<ListValuesSectionProps, 'candidate' | 'listValues'> {
  columns: readonly string[];
  onEnd: () => void;
}

function ListValuesForm({ candidate, columns, listValues, onEnd }: ListValuesFormProps) {
  const t = useT();
  const correct = useCall(correctListValues);
  // Typed columns alone are sent: what a list has brought to the others meanwhile stays.
  const [typed, setTyped] = useState<ListValues>({});

  function submit(event: FormEvent) {
    event.preventDefault();
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('ListValues.Corrected') });
      onEnd();
    };
    correct.mutate({ params: candidate, body: { listValues: typed } }, { onSuccess });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {columns.map((column, place) => (
        <TextField
          key={column}
          label={column}
          autoFocus={place === 0}
          autoComplete="off"
          maxLength={listValueMaxLength}
          value={typed[column] ?? listValues[column] ?? ''}
          onChange={({ target }) => setTyped({ ...typed, [column]: target.value })}
        />
      ))}
      <p className="text-muted text-sm">{t('ListValues.Hint')}</p>
      <FailureNotice failure={correct.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={correct.isPending} busyLabel={t('ListValues.Busy')}>
          {t('ListValues.Submit')}
        </Button>
        <Button variant="quiet" disabled={correct.isPending} onClick={onEnd}>
          {t('Dialog.Cancel')}
        </Button>
      </div>
    </form>
  );
}
