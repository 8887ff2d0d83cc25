import type { Fault } from '../fault.ts';
import { bounces } from './bounces.ts';
import { commitUnanswered } from './commitUnanswered.ts';
import { connectionsCut } from './connectionsCut.ts';
import { diskFull } from './diskFull.ts';
import { endlessStreams } from './endlessStreams.ts';
import { heavyDocuments, heavyLists, heavyTexts, longLists } from './heavyFiles.ts';
import { hostileReports } from './hostileReports.ts';
import { hugeBodies } from './hugeBodies.ts';
import { intricateTexts } from './intricateTexts.ts';
import { killBesideBrightspace } from './killBesideBrightspace.ts';
import { killBesideMoodle } from './killBesideMoodle.ts';
import { killInImport } from './killInImport.ts';
import { killInLargeReminding, killInReminding } from './killInReminding.ts';
import { killInSaving } from './killInSaving.ts';
import { killInSending } from './killInSending.ts';
import { longSearches } from './longSearches.ts';
import { mailRetried } from './mailRetried.ts';
import { mailServerAway } from './mailServerAway.ts';
import { mailServerRestarted } from './mailServerRestarted.ts';
import { mailServerSlow } from './mailServerSlow.ts';
import { mailsRefused } from './mailsRefused.ts';
import { postgresFrozen } from './postgresFrozen.ts';
import { postgresRestarted } from './postgresRestarted.ts';
import { powerCut } from './powerCut.ts';
import { powerCutInSignOns } from './powerCutInSignOns.ts';
import { refusedUploads } from './refusedUploads.ts';
import { sameForAll } from './sameForAll.ts';
import { signInFlood } from './signInFlood.ts';
import { twoProcesses } from './twoProcesses.ts';

/** Every fault under its name on the command line, in order of execution. */
export const faults: Readonly<Record<string, Fault>> = {
  killInImport,
  killInSending,
  killInReminding,
  killInLargeReminding,
  killInSaving,
  killBesideMoodle,
  killBesideBrightspace,
  powerCut,
  powerCutInSignOns,
  diskFull,
  connectionsCut,
  commitUnanswered,
  postgresRestarted,
  postgresFrozen,
  twoProcesses,
  mailServerAway,
  mailsRefused,
  mailServerSlow,
  mailServerRestarted,
  mailRetried,
  bounces,
  hugeBodies,
  sameForAll,
  hostileReports,
  longSearches,
  endlessStreams,
  refusedUploads,
  intricateTexts,
  heavyDocuments,
  heavyLists,
  heavyTexts,
  longLists,
  signInFlood,
};
