import { chooseLaunchExam, compareCourse, listExamCourses, openLaunch } from '@guichet/contract/exams/lti';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as lti from './lti.service.ts';

export function ltiRoutes(serve: Serve, context: AppContext): void {
  serve(openLaunch, ({ params, federation }, grant) =>
    lti.openLaunch(context, grant, params.launch, federation),
  );

  serve(chooseLaunchExam, ({ params, body, federation }, grant) =>
    lti.chooseExam(context, grant, { ...params, ...body }, federation),
  );

  serve(listExamCourses, ({ params }) => lti.listExamCourses(context, params));

  serve(compareCourse, ({ params }) => lti.compareCourse(context, params, params.courseId));
}
