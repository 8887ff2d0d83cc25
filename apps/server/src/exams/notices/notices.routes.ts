import {
  changePlannedLetter,
  getPlannedLetter,
  listReadyLetters,
  previewLetter,
  sendLetter,
  testLetter,
} from '@guichet/contract/exams/letters';
import { announceExam, previewNotice } from '@guichet/contract/exams/notices';
import {
  forecastMail,
  giveOwnText,
  inviteCandidates,
  listOwnTexts,
  previewInvitation,
  removeOwnText,
  sendEmailTest,
} from '@guichet/contract/exams/notices.invitations';
import {
  getTimeLine,
  listPlannedReminders,
  planReminder,
  readReminder,
  resumeLetter,
  sendReminder,
  stopReminderOrLetter,
} from '@guichet/contract/exams/notices.reminders';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as invitations from './invitations/invitations.service.ts';
import * as inviting from './invitations/inviteCandidates.ts';
import * as ownTexts from './invitations/ownTexts.ts';
import { answerTestMail } from './invitations/testMail.ts';
import * as letters from './letters.ts';
import * as notices from './notices.service.ts';
import * as reminders from './reminders/reminders.service.ts';

export function noticesRoutes(serve: Serve, context: AppContext): void {
  serve(previewInvitation, ({ params, query, body }, grant) =>
    invitations.previewInvitation(context, grant, { ...query, language: params.languageId }, body),
  );

  serve(inviteCandidates, ({ params, body }, grant) =>
    inviting.inviteCandidates(context, grant, params.examId, body),
  );

  serve(listOwnTexts, (_request, { systemId }) => ownTexts.listOwnTexts(context, systemId));

  serve(giveOwnText, ({ params, body }, grant) =>
    ownTexts.giveOwnText(context, grant, params.examId, body.kind),
  );

  serve(removeOwnText, ({ params, body }, grant) =>
    ownTexts.removeOwnText(context, grant, params.examId, body.kind),
  );

  serve(forecastMail, ({ params, query }, { systemId }) =>
    reminders.forecastMessage(context, { systemId, examId: params.examId }, query.kind),
  );

  serve(sendEmailTest, ({ params, query }, grant) =>
    answerTestMail(context, grant, { ...query, language: params.languageId }),
  );

  serve(previewNotice, ({ params, body: { kind, ...notes } }, grant) =>
    notices.previewNotice(context, grant, params.examId, kind, notes),
  );

  serve(announceExam, ({ params, body }, grant) => notices.announceExam(context, grant, params.examId, body));

  serve(listPlannedReminders, (_request, { systemId }) =>
    reminders.selectPlanned(context.database.read, systemId),
  );

  serve(getTimeLine, ({ params }, grant) => reminders.getTimeLine(context, grant, params.examId));

  serve(sendReminder, ({ params, body }, grant) =>
    reminders.sendReminderOrLetter(context, grant, params.examId, body.requestId),
  );

  serve(planReminder, ({ params, body }, grant) =>
    reminders.planReminderOrLetter(context, grant, params.examId, body),
  );

  serve(readReminder, ({ params }, grant) =>
    reminders.readReminder(context, grant, params.examId, params.reminderId),
  );
  serve(resumeLetter, ({ params, body }, grant) =>
    body.atItsHour || body.plan
      ? reminders.planAgain(context, grant, params.examId, params.reminderId, body.plan)
      : reminders.resumeLetter(context, grant, params.examId, params.reminderId, body.requestId),
  );
  serve(stopReminderOrLetter, ({ params }, grant) =>
    reminders.stopReminderOrLetter(context, grant, params.examId, params.reminderId),
  );

  serve(listReadyLetters, async () => letters.listReadyLetters());
  serve(previewLetter, ({ params, body }, grant) =>
    letters.previewLetter(context, grant, params.examId, body),
  );
  serve(testLetter, ({ params, body, file }, grant) =>
    letters.testLetter(context, grant, params.examId, params.languageId, body, file),
  );
  serve(sendLetter, ({ params, body, file }, grant) =>
    letters.sendLetter(context, grant, params.examId, body, file),
  );
  serve(getPlannedLetter, ({ params }, grant) =>
    letters.getPlannedLetter(context, grant, params.examId, params.reminderId),
  );
  serve(changePlannedLetter, ({ params, body, file }, grant) =>
    letters.changePlannedLetter(context, grant, params, body, file),
  );
}
