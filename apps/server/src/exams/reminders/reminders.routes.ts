import { getTimeLine, planReminder, sendReminder, stopReminder } from '@guichet/contract/exams/reminders';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as reminders from './reminders.service.ts';

export function remindersRoutes(serve: Serve, context: AppContext): void {
  serve(getTimeLine, ({ params }, grant) => reminders.getTimeLine(context, grant, params.examId));

  serve(sendReminder, ({ params, body }, grant) =>
    reminders.sendReminder(context, grant, params.examId, body.requestId),
  );

  serve(planReminder, ({ params, body }, grant) =>
    reminders.planReminder(context, grant, params.examId, body),
  );

  serve(stopReminder, ({ params }, grant) =>
    reminders.stopReminder(context, grant, params.examId, params.reminderId),
  );
}
