import type { Endpoint } from '@guichet/contract/core/endpoint';
import { type ErrorCode, errors, Problem } from '@guichet/contract/core/errors';
import * as z from 'zod/mini';
import { faultsOf } from './headers.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const replyTypes = {
  text: 'text/plain',
  html: 'text/html',
  events: 'text/event-stream',
  calendar: 'text/calendar',
  json: 'application/json',
};

/** The faults of an answer. Without an endpoint, any page, file or problem is accepted. */
export function faultsOfAnswer({ status, headers, body }: Answered, endpoint: Endpoint | null): string[] {
  const type = String(headers['content-type'] ?? '');
  const faults = faultsOf(headers, { isHttps: false, isApi: endpoint !== null });
  if (type.startsWith('application/problem+json')) return [...faults, ...faultsOfProblem(status, body)];
  if (status >= 500) return [...faults, `status ${status}`];
  return endpoint ? [...faults, ...faultsOfReply(endpoint, type, status, body)] : faults;
}

function faultsOfProblem(status: number, body: string): string[] {
  const parsed = z.safeParse(Problem, JSON.parse(body));
  if (!parsed.success) return [`problem: ${parsed.error.message}`];
  const { code } = parsed.data;
  if (!(code in errors)) return [`unknown code ${code}`];
  if (parsed.data.status !== status || errors[code as ErrorCode].status !== status)
    return [`${code} with status ${status}`];
  // 503 means temporarily unable, with a reason.
  const isOurFault = status >= 500 && status !== 503;
  const tellsTooMuch = / at \w+ \(|node_modules|select .* from|relation "/i.test(body);
  return [...(isOurFault ? [code] : []), ...(tellsTooMuch ? ['tells too much'] : [])];
}

function faultsOfReply({ reply }: Endpoint, type: string, status: number, body: string): string[] {
  // Windows show errors as a page.
  if (reply.kind === 'html' && type.startsWith('text/html')) return [];
  if (reply.kind === 'file' || reply.kind === 'image') return status === 200 ? [] : [`status ${status}`];
  if (!type.startsWith(replyTypes[reply.kind])) return [`type ${type} of ${reply.kind}, status ${status}`];
  if (reply.kind !== 'json') return [];
  const decoded = z.safeDecode(reply.schema, JSON.parse(body));
  if (!decoded.success) return [`reply: ${decoded.error.message.slice(0, 400)}`];
  const expected = reply.answer?.(decoded.data as never).status ?? 200;
  return status === expected ? [] : [`status ${status} in place of ${expected}`];
}
