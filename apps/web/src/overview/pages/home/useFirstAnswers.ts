import { listOwnExams } from '@guichet/contract/exams/candidate';
import { listCorrections, listWrittenCorrections } from '@guichet/contract/exams/candidate.corrections';
import { listExtraTimeTroubles } from '@guichet/contract/exams/results.extraTime';
import { countDoubts } from '@guichet/contract/learning/learning.doubts';
import { listPlatformTroubles } from '@guichet/contract/learning/learning.platforms';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { listSystemWork } from '@guichet/contract/overview/home';
import { listOpenSteps } from '@guichet/contract/overview/home.setup';
import { listTodaysExams } from '@guichet/contract/overview/support';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../core/call/query.ts';
import { useLanguage } from '../../../core/i18n/useT.ts';
import { useDelayedFlag } from '../../../core/timing/useDelayedFlag.ts';

export interface HomeReader {
  /** False until the server has identified the reader. */
  readonly isKnown: boolean;
  readonly isSuperAdmin: boolean;
  readonly administersSome: boolean;
  readonly supportsSome: boolean;
  readonly seesExtraTime: boolean;
  readonly isCandidate: boolean;
}

/** Milliseconds; a slower answer is not awaited, and may move the shown content. */
const longestWait = 2000;

/** Whether the rows of home, and all above, have come or failed once; stays true from then on. */
export function useFirstAnswers(reader: HomeReader): boolean {
  const { isKnown, isSuperAdmin, administersSome, supportsSome, seesExtraTime, isCandidate } = reader;
  const isStaff = isSuperAdmin || administersSome;
  const isWaiting = useQueries({
    queries: [
      { ...query(listSystemWork), enabled: administersSome },
      { ...query(listOpenSteps), enabled: isSuperAdmin },
      { ...query(findOutgoingStatus, { language: useLanguage() }), enabled: isStaff || supportsSome },
      { ...query(listPlatformTroubles), enabled: isStaff },
      { ...query(countDoubts), enabled: isSuperAdmin },
      { ...query(listTodaysExams), enabled: supportsSome && !isStaff },
      { ...query(listWrittenCorrections), enabled: supportsSome && !isStaff },
      { ...query(listOwnExams), enabled: isCandidate },
      { ...query(listExtraTimeTroubles), enabled: seesExtraTime },
      { ...query(listCorrections, { query: { isAnswered: false } }), enabled: isStaff },
    ],
    combine: (answers) => answers.some((one) => one.isLoading && one.failureCount === 0),
  });
  const isTooLong = useDelayedFlag(isWaiting, longestWait);
  const [isShown, setShown] = useState(false);
  if (isKnown && !isShown && (!isWaiting || isTooLong)) setShown(true);
  return isShown;
}
