import type { CandidateExtraTime } from '@guichet/contract/cohorts.extraTime';
import { type ExtraTime, parseExtraTime } from '@guichet/contract/learning.extraTime';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { FailureNotice } from '../../../platform/forms/FailureNotice.tsx';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { ExtraTimeState } from './ExtraTimeState.tsx';
import { type Candidate, extraTimeOptions, useSetExtraTime } from './extraTime.api.ts';

export interface ExtraTimeSectionProps {
  candidate: Candidate;
  /** The exam's title. */
  exam: string;
}

/** The extra time of a candidate in the quizzes of an exam; for those alone with the right to it. */
export function ExtraTimeSection({ candidate, exam }: ExtraTimeSectionProps) {
  const t = useT();
  const found = useQuery(extraTimeOptions(candidate));
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold text-ink">{t('ExtraTime.Title', { exam })}</h3>
      <Loaded query={found} lines={3}>
        {({ extraTime, platform }) => (
          <>
            <ExtraTimeForm candidate={candidate} given={extraTime} />
            {platform && <ExtraTimeState platform={platform} isGiven={extraTime !== null} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function ExtraTimeForm({
  candidate,
  given,
}: {
  candidate: Candidate;
  given: CandidateExtraTime['extraTime'];
}) {
  const t = useT();
  const { number } = useFormats();
  const set = useSetExtraTime(candidate);
  const [text, setText] = useState(() => textOf(given, number));
  const [isRefused, refuse] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = parseExtraTime(text);
    refuse(!read);
    if (read) store(read);
    else field.current?.focus();
  }

  function store(extraTime: ExtraTime | null) {
    set.mutate(extraTime, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t(extraTime ? 'ExtraTime.Given' : 'ExtraTime.Taken') });
        setText(textOf(extraTime, number));
        // The button that takes it away goes with it.
        if (!extraTime) field.current?.focus();
      },
    });
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
        error={isRefused && t('Validation.extraTime')}
      />
      <FailureNotice failure={set.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={set.isPending} busyLabel={t('ExtraTime.Busy')}>
          {t('ExtraTime.Submit')}
        </Button>
        {given && (
          <Button variant="quiet" disabled={set.isPending} onClick={() => store(null)}>
            {t('ExtraTime.Take')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** As somebody would type it: `30 min`, `1,5`. */
function textOf(given: CandidateExtraTime['extraTime'], number: (value: number) => string): string {
  if (!given) return '';
  return given.minutes === null
    ? String(given.factor).replace('.', number(1.5).charAt(1))
    : `${given.minutes} min`;
}
