import { addCandidate, createCandidate, listCandidates, unenrol } from '@guichet/contract/exams/places';
import { findClashes } from '@guichet/contract/exams/places.clashes';
import { correctListValues, listKeptColumns } from '@guichet/contract/exams/places.listValues';
import {
  getRemoval,
  listOpenRemovals,
  moveCandidates,
  putBackCandidates,
  takeOutCandidates,
} from '@guichet/contract/exams/places.removals';
import type { Following } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as enrolments from '../enrolments/enrolments.service.ts';
import * as listValues from '../enrolments/listValues/listValues.service.ts';
import * as adding from './addCandidate.ts';
import * as moving from './moveCandidates.ts';
import * as kept from './putBack.ts';
import * as takingOut from './takeOut.ts';

export function placesRoutes(serve: Serve, context: AppContext, answerRequests: Following): void {
  serve(listCandidates, ({ params, query }, grant) =>
    context.database.fromReplica(() => enrolments.listCandidates(context, grant, params.examId, query)),
  );

  serve(addCandidate, ({ params, body }, grant) =>
    adding.addCandidate(context, grant, params.examId, body, answerRequests),
  );

  serve(createCandidate, ({ params, body }, grant) =>
    adding.createCandidate(context, grant, params.examId, body),
  );

  serve(findClashes, ({ params, body }, grant) =>
    enrolments.findClashes(context, grant, params.examId, body),
  );

  serve(listKeptColumns, ({ params }, grant) => listValues.listKeptColumns(context, grant, params.examId));

  serve(correctListValues, ({ params, body }, grant) =>
    listValues.correctListValues(context, grant, params, body.listValues),
  );

  serve(unenrol, ({ params, query, body }, grant) =>
    takingOut.unenrol(context, grant, params.examId, params.learningPlatformId, { ...query, ...body }),
  );

  serve(takeOutCandidates, ({ params, body }, grant) =>
    takingOut.takeOutCandidates(context, grant, params.examId, body),
  );

  serve(moveCandidates, ({ params, body }, grant) =>
    moving.moveCandidates(context, grant, params.examId, body, answerRequests),
  );

  serve(getRemoval, ({ params }, grant) => kept.getRemoval(context, grant, params));

  serve(listOpenRemovals, ({ params }, grant) => kept.listOpenRemovals(context, grant, params.examId));

  serve(putBackCandidates, ({ params, body }, grant) =>
    kept.putBackCandidates(context, grant, params.examId, body),
  );
}
