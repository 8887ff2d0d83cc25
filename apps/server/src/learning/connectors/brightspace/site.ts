import type { Clock } from '../../../core/runtime/clock.ts';
import type { BrightspaceSettings } from '../../../core/runtime/config.ts';
import type { CallBrightspace } from './api.ts';
import type { Versions } from './versions.ts';

/** One Brightspace site, as the parts of the connector see it. */
export interface BrightspaceSite {
  readonly call: CallBrightspace;
  readonly settings: BrightspaceSettings;
  /** The university's zone, for exam dates. */
  readonly timeZone: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Asks for the versions of the API, without a sign-in. */
  readVersions(): Promise<Versions>;
}
