import type { ParamsOf } from '@guichet/contract/core/endpoint';
import {
  type CandidateExtraTime,
  confirmAccount,
  getExtraTime,
  setExtraTime,
} from '@guichet/contract/exams/results.extraTime';
import { type ExtraTime, parseExtraTime } from '@guichet/contract/learning/learning.extraTime';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { pollWhile, query, useCall, useQuery } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { amountText } from '../../../core/i18n/amountText.ts';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ConfirmCall } from '../../../core/parts/asking/Question.tsx';
import { useDialogAround } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { ExtraTimeState, isMoving } from './ExtraTimeState.tsx';

export interface ExtraTimeSectionProps {
  candidate: Candidate;
  name: string;
  exam: string;
}

/** The extra time of a candidate in the quizzes of an exam; only for readers with the right to extra time. */
export function ExtraTimeSection({ candidate, name, exam }: ExtraTimeSectionProps) {
  const t = useT();
  const found = useQuery({
    ...query(getExtraTime, { params: candidate }),
    refetchInterval: pollWhile(({ platform }) => isMoving(platform)),
  });
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold text-ink">{t('ExtraTime.Title', { exam })}</h3>
      <Loaded query={found} lines={3}>
        {({ extraTime, platform, handovers }) => (
          <>
            <HandedAccount candidate={candidate} handovers={handovers} />
            <ExtraTimeForm candidate={candidate} name={name} exam={exam} given={extraTime} />
            {platform && (
              <div role="status">
                <ExtraTimeState platform={platform} isGiven={extraTime !== null} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function ExtraTimeForm({
  candidate,
  name,
  exam,
  given,
}: ExtraTimeSectionProps & { given: CandidateExtraTime['extraTime'] }) {
  const { t, number } = useTexts();
  const set = useCall(setExtraTime);
  const { forget } = useDialogAround();
  const [text, setText] = useState(() => (given ? amountText(given, t, number) : ''));
  const [isRefused, refuse] = useState(false);
  const [isAsked, ask] = useState(false);
  const read = parseExtraTime(text);
  const field = useRef<HTMLInputElement>(null);
  const isTaken = set.isSuccess && set.variables.body.extraTime === null && !given;
  useEffect(() => {
    // Waits until the question closes and focuses the button that opened it, which disappears with the extra
    // time.
    if (isTaken) field.current?.focus();
  }, [isTaken]);

  function submit(event: FormEvent) {
    event.preventDefault();
    refuse(!read);
    if (read) store(read);
    else field.current?.focus();
  }

  function store(extraTime: ExtraTime | null) {
    const onSuccess = () => {
      showToast({ tone: 'success', text: t(extraTime ? 'ExtraTime.Given' : 'ExtraTime.Taken') });
      forget();
      setText(extraTime ? amountText(extraTime, t, number) : '');
      ask(false);
    };
    set.mutate({ params: candidate, body: { extraTime } }, { onSuccess });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        ref={field}
        label={t('ExtraTime.Label')}
        hint={t('ExtraTime.Hint')}
        autoComplete="off"
        maxLength={60}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={isRefused && !read && t('Validation.extraTime')}
      />
      <p aria-live="polite" className="text-muted text-sm empty:hidden">
        {read && t('ExtraTime.ReadAs', { amount: amountText(read, t, number) })}
      </p>
      {!isAsked && <FailureNotice failure={set.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={set.isPending} busyLabel={t('ExtraTime.Busy')}>
          {t('ExtraTime.Submit')}
        </Button>
        {given && (
          <Button variant="quiet" disabled={set.isPending} onClick={() => ask(true)}>
            {t('ExtraTime.Take')}
          </Button>
        )}
      </div>
      {given && (
        <ConfirmCall
          call={set}
          open={isAsked}
          title={t('ExtraTime.Take.Title')}
          messages={[t('ExtraTime.Take.Question', { name, exam, amount: amountText(given, t, number) })]}
          busyLabel={t('ExtraTime.Busy')}
          onConfirm={() => store(null)}
          onClose={() => ask(false)}
        />
      )}
    </form>
  );
}

type Candidate = ParamsOf<typeof confirmAccount>;

interface HandedAccountProps {
  candidate: Candidate;
  handovers: CandidateExtraTime['handovers'];
}

/** Names those without the right to extra time who set password or address; a button vouches for them. */
function HandedAccount({ candidate, handovers }: HandedAccountProps) {
  const { t, longDateTime } = useTexts();
  const confirm = useCall(confirmAccount);
  const latest = handovers.at(-1);
  if (!latest) return null;

  function vouch(until: Date) {
    const onSuccess = () => showToast({ tone: 'success', text: t('ExtraTime.Handed.Done') });
    confirm.mutate({ params: candidate, body: { until } }, { onSuccess });
  }

  return (
    <Notice tone="warning">
      <div className="flex flex-col items-start gap-2">
        {handovers.map(({ part, by, at }) => (
          <p key={`${part} ${at.toISOString()}`}>
            {t(`ExtraTime.Handed.${part}`, { by: by ?? t('ExtraTime.Handed.Gone'), at: longDateTime(at) })}
          </p>
        ))}
        <p>{t('ExtraTime.Handed.Why')}</p>
        <FailureNotice failure={confirm.error} />
        <Button busy={confirm.isPending} busyLabel={t('ExtraTime.Busy')} onClick={() => vouch(latest.at)}>
          {t('ExtraTime.Handed.Confirm')}
        </Button>
      </div>
    </Notice>
  );
}
