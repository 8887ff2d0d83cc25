import {
  changePlannedLetter,
  getPlannedLetter,
  listReadyLetters,
  previewLetter,
  sendLetter,
  testLetter,
} from '@guichet/contract/exams/letters';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as letters from './letters.service.ts';
import * as planned from './plannedLetters.ts';

export function lettersRoutes(serve: Serve, context: AppContext): void {
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
    planned.getPlannedLetter(context, grant, params.examId, params.reminderId),
  );
  serve(changePlannedLetter, ({ params, body, file }, grant) =>
    planned.changePlannedLetter(context, grant, params, body, file),
  );
}
