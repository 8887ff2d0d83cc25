import type { AppContext } from '../../../core/context/appContext.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import type { MoodleSettings } from '../../../core/runtime/config.ts';
import { type Languages, openLanguages } from './languages.ts';
import { type CallMoodle, openWebService } from './webService.ts';

/** One Moodle site, as the parts of the connector see it, with facts learnt of it since the start. */
export interface MoodleSite {
  readonly call: CallMoodle;
  readonly settings: MoodleSettings;
  /** The university's zone, for exam dates. */
  readonly timeZone: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly languages: Languages;
  /** Seconds until a course has been seen unfinished for longer than any copy takes; 0 afterwards. */
  secondsToWaitFor(courseId: number): number;
}

/** Opens a site for work that ends when its signal aborts. */
export function openSite(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  settings: MoodleSettings,
  fetchSite: typeof fetch,
): (signal: AbortSignal) => MoodleSite {
  const firstSeen = new Map<number, number>();
  const known = {
    settings,
    timeZone: config.timeZone,
    clock,
    languages: openLanguages(clock),
    secondsToWaitFor(courseId: number) {
      const now = clock.now().getTime() / 1000;
      const since = firstSeen.get(courseId) ?? now;
      firstSeen.set(courseId, since);
      return Math.max(0, Math.ceil(since + settings.copySeconds - now));
    },
  } satisfies Omit<MoodleSite, 'call'>;
  return (signal) => ({ ...known, call: openWebService(settings, fetchSite, signal) });
}
