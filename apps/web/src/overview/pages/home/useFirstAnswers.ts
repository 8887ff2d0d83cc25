import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../../../core/i18n/useT.ts';
import { useDelayedFlag } from '../../../core/timing/useDelayedFlag.ts';
import { correctionsOptions } from '../../../exams/candidate/candidate.api.ts';
import { extraTimeTroublesOptions } from '../../../exams/cohorts/extraTime/extraTime.api.ts';
import { doubtCountOptions } from '../../../learning/platforms/accounts/doubts.api.ts';
import { platformTroublesOptions } from '../../../learning/platforms/platforms.api.ts';
import { outgoingStatusOptions } from '../../../mail/outbox/outbox.api.ts';
import { systemWorkOptions } from '../../home/home.api.ts';
import { openStepsOptions } from '../../home/setup/setup.api.ts';

export interface HomeReader {
  /** False until the server has said who she is. */
  readonly isKnown: boolean;
  readonly isSuperAdmin: boolean;
  readonly administersSome: boolean;
  readonly supportsSome: boolean;
  readonly seesExtraTime: boolean;
}

/** In milliseconds. An answer that takes longer is not waited for, and moves what is shown. */
const longestWait = 2000;

/**
 * Whether all that the reader gets above the rows of home and in them has come, or has failed once. What is shown stays,
 * whatever is asked for later, such as the same in the other language.
 */
export function useFirstAnswers(reader: HomeReader): boolean {
  const { isKnown, isSuperAdmin, administersSome, supportsSome, seesExtraTime } = reader;
  const isStaff = isSuperAdmin || administersSome;
  const isWaiting = useQueries({
    queries: [
      { ...systemWorkOptions(), enabled: administersSome },
      { ...openStepsOptions(), enabled: isSuperAdmin },
      { ...outgoingStatusOptions(useLanguage()), enabled: isStaff || supportsSome },
      { ...platformTroublesOptions(), enabled: isStaff },
      { ...doubtCountOptions(), enabled: isSuperAdmin },
      { ...extraTimeTroublesOptions(), enabled: seesExtraTime },
      { ...correctionsOptions(false), enabled: isStaff },
    ],
    combine: (answers) => answers.some((one) => one.isLoading && one.failureCount === 0),
  });
  const isTooLong = useDelayedFlag(isWaiting, longestWait);
  const [isShown, setShown] = useState(false);
  if (isKnown && !isShown && (!isWaiting || isTooLong)) setShown(true);
  return isShown;
}
