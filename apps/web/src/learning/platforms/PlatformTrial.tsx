import type { PlatformAnswer, TrialResult } from '@guichet/contract/learning/learning.platforms';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { RemarkWords } from '../../core/parts/remarks/RemarkWords.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Alert, Notice } from '../../ui/states/Notice.tsx';

interface Attempt<T> {
  readonly data: T | undefined;
  readonly isPending: boolean;
}

export interface PlatformTrialProps {
  reading: Attempt<PlatformAnswer>;
  trial: Attempt<TrialResult>;
  isBusy: boolean;
  onRead: () => void;
  onTrial: () => void;
}

/** Tries the platform of the form before a save: asks for its product, or makes a hidden course there. */
export function PlatformTrial({ reading, trial, isBusy, onRead, onTrial }: PlatformTrialProps) {
  const t = useT();
  return (
    <section aria-label={t('Platforms.Try.Section')} className="flex flex-col gap-3">
      <p className="text-muted text-sm">{t('Platforms.Try.About')}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={RefreshIcon} busy={reading.isPending} disabled={isBusy} onClick={onRead}>
          {t('Platforms.Try')}
        </Button>
        <Button busy={trial.isPending} disabled={isBusy} onClick={onTrial}>
          {t('Platforms.Try.WithCourse')}
        </Button>
      </div>
      {trial.isPending && (
        <p role="status" className="text-muted text-sm">
          {t('Platforms.Try.Takes')}
        </p>
      )}
      {reading.data && (
        <Answered>
          <Answer answer={reading.data} />
        </Answered>
      )}
      {trial.data && (
        <Answered>
          <Result result={trial.data} />
        </Answered>
      )}
    </section>
  );
}

/** Takes the focus, which scrolls the answer below the button into view. */
function Answered({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

/** The seconds by which two clocks may differ without harm. */
const tolerated = 60;

function Answer({ answer }: { answer: PlatformAnswer }) {
  const { t, number } = useTexts();
  const { product, site, secondsAhead, problems, notes } = answer;
  if (product === null)
    return (
      <Alert title={t('Platforms.Try.Silent')}>
        <Said remarks={problems} />
      </Alert>
    );
  const seconds = number(Math.abs(secondsAhead ?? 0));
  const isOff = Math.abs(secondsAhead ?? 0) > tolerated;
  const clock =
    secondsAhead === null
      ? t('Platforms.Clock.Unknown')
      : isOff
        ? t(secondsAhead > 0 ? 'Platforms.Clock.Ahead' : 'Platforms.Clock.Behind', { seconds })
        : t('Platforms.Clock.Right');
  const isGood = isAnswerGood(answer) && !isOff;
  return (
    <Notice
      tone={isGood ? 'success' : 'warning'}
      role={isGood ? 'status' : 'alert'}
      title={isGood ? t('Platforms.Try.Good') : t('Platforms.Try.Partly')}
    >
      <Facts
        facts={[
          { name: t('Platforms.Product'), value: product },
          { name: t('Platforms.Site'), value: site },
          { name: t('Platforms.Clock'), value: clock },
          ...factOf(t('Platforms.Problems'), problems),
          ...factOf(t('Platforms.Trial.Notes'), notes),
        ]}
      />
    </Notice>
  );
}

export function isAnswerGood({ product, problems }: PlatformAnswer): boolean {
  return product !== null && problems.length === 0;
}

export function isTrialGood({ steps }: Pick<TrialResult, 'steps'>): boolean {
  return steps.every(({ problem }) => problem === null);
}

const left: ReadonlySet<Remark['code']> = new Set(['courseStays', 'allStays']);

/** A note that is no fault: the portal needs no right to delete accounts. */
const expected: typeof left = new Set(['accountsStay']);

function Result({ result: { steps, notes } }: { result: TrialResult }) {
  const t = useT();
  const isGood = isTrialGood({ steps });
  const isClean = notes.every(({ code }) => expected.has(code));
  const has = (codes: typeof left) => notes.some(({ code }) => codes.has(code));
  const removed = has(left)
    ? 'Platforms.Trial.Partly'
    : has(expected)
      ? 'Platforms.Trial.AccountsStay'
      : 'Platforms.Trial.Done';
  return (
    <Notice
      tone={isGood ? (isClean ? 'success' : 'warning') : 'danger'}
      role={isGood ? 'status' : 'alert'}
      title={t(isGood ? (isClean ? 'Platforms.Trial.Good' : 'Platforms.Trial.Noted') : 'Platforms.Trial.Bad')}
    >
      <Facts
        facts={[
          ...steps.map(({ step, problem }) => ({
            name: t(`Platforms.Trial.${step}`),
            value:
              problem !== null ? (
                <Said remarks={[problem]} />
              ) : (
                t(step === 'removal' ? removed : 'Platforms.Trial.Done')
              ),
          })),
          ...factOf(t('Platforms.Trial.Notes'), notes),
        ]}
      />
    </Notice>
  );
}

function factOf(name: string, remarks: readonly Remark[]) {
  return remarks.length > 0 ? [{ name, value: <Said remarks={remarks} /> }] : [];
}

export function Said({ remarks }: { remarks: readonly Remark[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {remarks.map((remark) => (
        <li key={remark.text}>
          <RemarkWords remark={remark} />
        </li>
      ))}
    </ul>
  );
}
