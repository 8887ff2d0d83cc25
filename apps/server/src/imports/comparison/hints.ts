import { shownNames } from '@guichet/contract/exams/places.clashes';
import { fileNotesMax } from '@guichet/contract/imports/imports.columns';
import type { AppContext, SystemGrant } from '../../core/context/appContext.ts';
import {
  findClashesOfList,
  findOtherExamsOfList,
  findTurnedAwayOfList,
} from '../../exams/enrolments/enrolments.service.ts';
import type { ExamRow } from '../../exams/facts/facts.service.ts';
import type { Staged } from '../stage/staging.ts';
import { selectSharedMailboxes } from './comparison.queries.ts';

/** Hints beside the comparison: people with another exam, at the hour of this one or not, or told not to come, and likely doubles. */
export async function findHints(
  context: AppContext,
  grant: SystemGrant,
  { stage, exam }: { readonly stage: Staged; readonly exam: ExamRow },
) {
  const { read } = context.database;
  return {
    clashes: await findClashesOfList(context, grant, exam.id, stage.parts),
    otherExams: await findOtherExamsOfList(context, exam.id, stage.parts),
    turnedAway: await findTurnedAwayOfList(read, { examId: exam.id, most: shownNames }, stage.parts),
    sharedMailboxes: await selectSharedMailboxes(read, exam.id, stage.stageId, fileNotesMax),
  };
}
