import type { ListedMail } from '@guichet/contract/mail/outbox';
import { mailStates } from '@guichet/contract/mail/outbox.states';
import { useT } from '../../../core/i18n/useT.ts';
import type { SayState } from '../../../core/lists/stateLook.ts';

export type MailState = (typeof mailStates)[number];

const tones = {
  planned: 'info',
  queued: 'info',
  sending: 'info',
  waiting: 'warning',
  sent: 'success',
  filed: 'warning',
  delayed: 'warning',
  bounced: 'danger',
  failed: 'danger',
  resent: 'neutral',
  cancelled: 'neutral',
} as const;

export function useSayMailState(): SayState<MailState> {
  const t = useT();
  return (state) => ({ word: t(`MailState.${state}`), tone: tones[state] });
}

/** The look of one mail; it says where the sender, not the address, is at fault. */
export function useSayMail() {
  const t = useT();
  const say = useSayMailState();
  return ({ state, isSenderFault }: Pick<ListedMail, 'state' | 'isSenderFault'>) =>
    isSenderFault && faulty.includes(state)
      ? { ...say(state), word: t('MailState.senderFault') }
      : say(state);
}

const faulty: readonly MailState[] = ['waiting', 'bounced', 'failed'];

/** Whether the worker may still change a state. */
export function isMailStateMoving(state: MailState | null): boolean {
  return state === 'queued' || state === 'sending' || state === 'waiting';
}

/** The numbers of mails by state, without zeros. */
export type MailCounts = Readonly<Partial<Record<MailState, number>>>;

export function countMailStates(mails: readonly { mailState: MailState | null }[]): MailCounts {
  const counts: Partial<Record<MailState, number>> = {};
  for (const { mailState } of mails) {
    if (mailState) counts[mailState] = (counts[mailState] ?? 0) + 1;
  }
  return counts;
}

export function hasMovingMails(counts: MailCounts): boolean {
  return mailStates.some((state) => isMailStateMoving(state) && (counts[state] ?? 0) > 0);
}
