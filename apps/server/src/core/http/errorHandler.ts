import type { ErrorCode } from '@guichet/contract/core/errors';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../context/appContext.ts';
import { DatabaseUnavailable, unavailable } from '../database/connection/unavailable.ts';
import { tellFullDisk } from '../database/fullDisk.ts';
import { findUniversityName } from '../database/universityName.ts';
import { AppError, describeProblem } from '../runtime/errors.ts';
import { besideRequests } from '../runtime/log.ts';
import { bodyTooLong } from './bodies/multipartBody.ts';
import { failurePage, sendSmallPage } from './pages/smallPage.ts';
import { readerLanguage } from './serve.ts';

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.wrongType',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.unreadable',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.unreadable',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.unreadable',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.wrongType',
  FST_PROTO_VIOLATION: 'request.unreadable',
};

/** Turns failures into problem documents, or into HTML pages for windows; bugs are logged, not disclosed. */
export function addErrorHandler(
  app: FastifyInstance,
  context: Pick<AppContext, 'log' | 'config' | 'database' | 'clock'>,
): void {
  app.setErrorHandler<FastifyError | Error>(async (error, request, reply) => {
    const known = asAppError(error, request);
    if (known.code === 'internal')
      context.log.error(
        { requestId: request.id, error: { name: error.name, message: error.message, stack: error.stack } },
        'bug',
      );
    if (known.code === 'database.full')
      besideRequests(() => context.log.warn(tellFullDisk(context.config, error)));
    const language = readerLanguage(request);
    if (request.routeOptions.config.answersPage && wantsPage(request)) {
      const { status, page } = failurePage(known, language, await findUniversityName(context));
      return sendSmallPage(reply.code(status), page);
    }
    const problem = describeProblem(known, language);
    return reply
      .code(problem.status)
      .headers(known.headers)
      .type('application/problem+json; charset=utf-8')
      .send(problem);
  });
}

/** A browser that navigates accepts HTML; scripts accept anything. */
function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') === true;
}

function asAppError(
  error: Error & { code?: string; statusCode?: number },
  { id: requestId, routeOptions }: FastifyRequest,
): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailable) {
    const [code, seconds] = unavailable[error.kind];
    return new AppError(code, seconds ? { headers: { 'retry-after': seconds } } : {});
  }
  const code = frameworkCodes[error.code ?? ''];
  if (code) return new AppError(code);
  if (error.statusCode === 413) return bodyTooLong(routeOptions.bodyLimit ?? 0);
  // Any other 4xx of the framework or the upload parser means an unreadable request.
  if (error.statusCode && error.statusCode < 500) return new AppError('request.unreadable');
  return new AppError('internal', { params: { requestId } });
}
