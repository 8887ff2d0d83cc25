import { findClosedExam, listLeftExams, listOwnExams } from '@guichet/contract/exams/candidate';
import {
  downloadCalendar,
  findCalendarFeed,
  readCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@guichet/contract/exams/candidate.calendar';
import {
  answerCorrection,
  findOwnData,
  listCorrections,
  listCorrectionsOf,
  listOwnCorrections,
  listWrittenCorrections,
  passOnCorrection,
  requestCorrection,
  requestCorrectionOf,
  withdrawCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as calendar from './calendar/calendar.ts';
import * as feed from './calendar/feed.ts';
import * as candidate from './candidate.service.ts';
import * as withdrawal from './corrections/answers.ts';
import * as corrections from './corrections/corrections.ts';
import * as correctionsOf from './corrections/personCorrections.ts';

export function candidateRoutes(serve: Serve, context: AppContext): void {
  serve(listOwnExams, (_request, grant) => candidate.listOwnExams(context, grant));

  serve(listLeftExams, (_request, grant) => candidate.listLeftExams(context, grant));

  serve(findClosedExam, ({ params, query }, grant) =>
    candidate.findClosedExam(context, grant, { ...params, ...query }),
  );

  serve(downloadCalendar, ({ query, language }, grant) =>
    calendar.downloadCalendar(context, grant, { examId: query.examId, language }),
  );

  serve(findCalendarFeed, (_request, grant) => feed.findFeed(context, grant));

  serve(renewCalendarFeed, (_request, grant) => feed.renewFeed(context, grant));

  serve(revokeCalendarFeed, (_request, grant) => feed.revokeFeed(context, grant));

  serve(readCalendarFeed, ({ params, address }) => feed.readFeed(context, params.feed, address));

  serve(findOwnData, (_request, grant) => corrections.findOwnData(context, grant));

  serve(listOwnCorrections, (_request, grant) => corrections.listOwnCorrections(context, grant));

  serve(requestCorrection, ({ body }, grant) => corrections.requestCorrection(context, grant, body));

  serve(listCorrections, ({ query }, grant) =>
    corrections.listCorrections(context, grant, query.isAnswered ?? false),
  );

  serve(listCorrectionsOf, ({ params }, grant) =>
    correctionsOf.listPersonCorrections(context, grant, params.id),
  );

  serve(listWrittenCorrections, (_request, grant) => correctionsOf.listWrittenCorrections(context, grant));

  serve(requestCorrectionOf, ({ params, body }, grant) =>
    correctionsOf.requestPersonCorrection(context, grant, params.id, body),
  );

  serve(passOnCorrection, ({ params: { correctionId }, query: { systemId } }, grant) =>
    systemId === undefined
      ? corrections.passOnCorrection(context, grant, correctionId)
      : corrections.passOnToSystem(context, grant, correctionId, systemId),
  );

  serve(withdrawCorrection, ({ params }, grant) =>
    withdrawal.withdrawCorrection(context, grant, params.correctionId),
  );

  serve(answerCorrection, ({ params, body }, grant) =>
    corrections.answerCorrection(context, grant, params.correctionId, body),
  );
}
