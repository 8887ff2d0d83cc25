import type { SystemWork } from '@guichet/contract/overview/home';
import { useT } from '../../core/i18n/useT.ts';
import { CheckIcon } from '../../ui/icons/publicIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';

export interface FirstStepsProps {
  systemTitle: string;
  /** The path of the system's configuration page. */
  configuration: string;
  steps: NonNullable<SystemWork['firstSteps']>;
  /** Whether somebody reads the answers to the mails. */
  hasSender: boolean;
}

/** The way to the first exam of a system, for its administrators; each step leads to the tab where it is done. */
export function FirstSteps({ systemTitle, configuration, steps: ofExam, hasSender }: FirstStepsProps) {
  const t = useT();
  const leadTo = (tab: string) => `${configuration}?tab=${tab}`;
  const hrefs = {
    exam: leadTo('spaces'),
    text: leadTo('email'),
    list: leadTo('import'),
    people: leadTo('users'),
    sender: '/configuration/contacts',
  };
  // Before the list, whose mails are the first that somebody may answer.
  const steps = ofExam.flatMap((one) =>
    one.step === 'list' ? [{ step: 'sender' as const, isDone: hasSender }, one] : one,
  );
  const next = steps.find(({ isDone }) => !isDone)?.step;
  return (
    <Card title={t('FirstSteps.Title', { system: systemTitle })} description={t('FirstSteps.Lead')}>
      <ol aria-label={t('FirstSteps.Title', { system: systemTitle })} className="flex flex-col gap-3">
        {steps.map(({ step, isDone }, index) => (
          <li key={step} className="flex gap-3" aria-current={step === next ? 'step' : undefined}>
            <span
              aria-hidden="true"
              className={`grid size-6 shrink-0 place-items-center rounded-full border text-sm ${
                isDone ? 'border-transparent bg-success-soft text-success-ink' : 'border-edge text-muted'
              }`}
            >
              {isDone ? <CheckIcon size={14} strokeWidth={2.5} /> : index + 1}
            </span>
            <span className="min-w-0">
              <a
                href={hrefs[step]}
                className="inline-block min-h-6 font-medium text-accent-ink underline-offset-4 hover:underline"
              >
                {t(`FirstSteps.${step}`)}
              </a>
              {isDone && <span className="sr-only"> {t('FirstSteps.Done')}</span>}
              <span className="block text-muted text-sm">{t(`FirstSteps.${step}.About`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
