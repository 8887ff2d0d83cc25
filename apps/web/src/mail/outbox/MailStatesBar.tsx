import { mailStates } from '@guichet/contract/mail/outbox.states';
import { useTexts } from '../../core/i18n/formats.ts';
import { StackedBar, type StackedPart } from '../../ui/states/StackedBar.tsx';
import { type MailCounts, type MailState, useSayMailState } from './mail/mailState.ts';

export interface MailStatesBarProps {
  counts: MailCounts;
  /** The number of an exam's mails to people who are no longer enrolled. */
  toFormer?: number;
  /** The address of these mails. */
  formerHref?: string;
  oneLine?: boolean;
  /** The name of the counted things, when they are not mails. */
  label?: string;
  /** Leads to what is counted in a state, by a link or a filter. */
  leadOf?: ((state: MailState) => Pick<StackedPart, 'href' | 'filter'>) | undefined;
}

/** A bar of the numbers of mails by state; renders nothing without mails. */
export function MailStatesBar(props: MailStatesBarProps) {
  const { counts, toFormer = 0, formerHref, oneLine = false, leadOf } = props;
  const { t, number } = useTexts();
  const say = useSayMailState();
  const parts = listMailParts(counts, say, leadOf);

  if (parts.length === 0)
    return <span className="block text-muted text-sm max-sm:text-end">{t('MailState.none')}</span>;
  const bar = (
    <StackedBar
      label={props.label ?? t('MailState.Label')}
      parts={parts}
      formatValue={number}
      oneLine={oneLine}
    />
  );
  if (toFormer === 0) return bar;
  return (
    <>
      {bar}
      <a
        href={formerHref}
        className="mt-1 block min-h-6 content-center whitespace-normal text-muted text-sm underline underline-offset-4"
      >
        {t('MailState.ToFormer', { count: toFormer })}
      </a>
    </>
  );
}

/** The states with mails, sent first, so that the bar fills from the left while mails are sent. */
export function listMailParts(
  counts: MailCounts,
  say: ReturnType<typeof useSayMailState>,
  leadOf?: MailStatesBarProps['leadOf'],
) {
  return mailStates
    .map((state) => ({ state, value: counts[state] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
    .map(({ state, value }) => ({
      state,
      value,
      label: say(state).word,
      tone: say(state).tone,
      ...leadOf?.(state),
    }));
}

const order = [
  'sent',
  'filed',
  'sending',
  'queued',
  'planned',
  'waiting',
  'delayed',
  'bounced',
  'failed',
  'resent',
  'cancelled',
];
