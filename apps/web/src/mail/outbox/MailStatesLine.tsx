import { useTexts } from '../../core/i18n/formats.ts';
import { Badge } from '../../ui/states/Badge.tsx';
import { StackedBar } from '../../ui/states/StackedBar.tsx';
import { listMailParts, MailStatesBar, type MailStatesBarProps } from './MailStatesBar.tsx';
import { type MailState, useSayMailState } from './mail/mailState.ts';

interface MailStatesLineProps extends Pick<MailStatesBarProps, 'counts' | 'toFormer'> {
  /** The number of people no longer enrolled to whom mails were or will be sent. */
  formerCandidates: number;
  /** The address of the mails; with a state, of those in it. */
  hrefOf: (state?: MailState) => string;
}

/**
 * The states of an exam's mails in one line of a list: the bar, the first state, and a badge for troubles.
 * The tooltip and screen readers get all states. Leads to the mails, to those of the worst state where there are any.
 */
export function MailStatesLine({ counts, toFormer = 0, formerCandidates, hrefOf }: MailStatesLineProps) {
  const { t, number } = useTexts();
  const parts = listMailParts(counts, useSayMailState());
  const [first, ...others] = parts;
  if (!first || (others.length === 0 && toFormer === 0))
    return <MailStatesBar oneLine counts={counts} leadOf={(state) => ({ href: hrefOf(state) })} />;
  const troubles = others
    .filter(({ tone }) => tone === 'danger' || tone === 'warning')
    .sort((one, other) => Number(other.tone === 'danger') - Number(one.tone === 'danger'));
  const [worst, ...lesser] = troubles;
  const count = ({ label, value }: (typeof parts)[number]) => `${label} ${number(value)}`;
  const ofFormer = toFormer > 0 && t('MailState.ToFormer', { count: toFormer });
  const all = [...parts.map(count), ofFormer].filter(Boolean).join(' · ');
  const more = lesser.length > 0 && `+${number(lesser.reduce((sum, { value }) => sum + value, 0))}`;
  const former = !worst && formerCandidates > 0 && t('MailState.Former', { count: formerCandidates });
  const brief = (
    <>
      <span>
        {first.label} <span className="font-medium text-ink tabular-nums">{number(first.value)}</span>
      </span>
      {worst && <Badge tone={worst.tone}>{count(worst)}</Badge>}
      {more && <Badge>{more}</Badge>}
      {former && <Badge>{former}</Badge>}
    </>
  );
  return (
    <a
      href={hrefOf(worst?.state)}
      title={all}
      className="block min-h-6 content-center rounded-md underline-offset-4 hover:underline"
    >
      <span className="sr-only">{t('MailState.Label')} · </span>
      <StackedBar parts={parts} formatValue={number} brief={brief} />
      {ofFormer && <span className="sr-only"> · {ofFormer}</span>}
    </a>
  );
}
