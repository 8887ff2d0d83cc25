import type { ExtraTime } from '@guichet/contract/learning/learning.extraTime';
import type { T } from './useT.ts';

/** An amount as a person would type it: minutes as `30 min`, a factor as the added share, `+50 %`. */
export function amountText({ minutes, factor }: ExtraTime, t: T, number: (value: number) => string): string {
  return minutes === null
    ? t('ExtraTime.Percent', { percent: number(Math.round((factor - 1) * 10_000) / 100) })
    : t('ExtraTime.Minutes', { minutes });
}
