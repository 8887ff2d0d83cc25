import { type Remark, type RemarkCode, remarkCodes } from '@guichet/contract/learning/learning.remarks';
import { ConnectorError, makeRemark, type Retry } from '../connector.ts';

export const unseenEmails = makeRemark('unseenEmails');

/** Moodle gives no reason here: its language file lacks the text. */
export const copyRefused = makeRemark('copyRefused');

export function noTemplate(id: number | null): Remark {
  return makeRemark('noTemplate', { id: String(id) });
}

export function noCategory(id: number | null): Remark {
  return makeRemark('noCategory', { id: String(id) });
}

/** By Moodle's error code: problems of the site or of a course that do not depend on the call's content. */
const problems: readonly (readonly [Retry, readonly RemarkCode[]])[] = [
  // All work waits until somebody has mended the site.
  [
    'later',
    [
      ...(['invalidtoken', 'accessexception', 'wsaccessusersuspended', 'wsaccessuserdeleted'] as const),
      ...([
        'wsaccessusernologin',
        'wsaccessuserexpired',
        'servicenotavailable',
        'enablewsdescription',
      ] as const),
      ...(['sitemaintenance', 'upgraderunning', 'usernotfullysetup', 'forcepasswordchangenotice'] as const),
      ...(['sitepolicynotagreed', 'dmlreadexception', 'dbconnectionfailed'] as const),
    ],
  ],
  // Only one course or one category is concerned; other work goes on.
  [
    'never',
    [
      ...(['nopermissions', 'requireloginerror', 'errorcoursecontextnotvalid', 'notingroup'] as const),
      ...(['wsusercannotassign', 'wsnoinstance', 'wscannotenrol'] as const),
    ],
  ],
];

/** The service lacks a function: all work waits that cannot do without it. */
export class NotInService extends ConnectorError {}

export const isNotInService = (error: unknown): boolean => error instanceof NotInService;

/** Null for an error code about the content of the call. */
export function findSiteProblem(errorcode: string, name: string, message: string): ConnectorError | null {
  for (const [retry, codes] of problems) {
    const code = codes.find((known) => known === errorcode);
    const Problem = code === 'accessexception' ? NotInService : ConnectorError;
    if (code) return new Problem(makeRemark(code, { name, said: message }), retry);
  }
  return null;
}

/** Moodle's error code as the remark's code, where we have words of our own for it; else null. */
export function findRemarkCode(errorcode: string): RemarkCode | null {
  return remarkCodes.find((known) => known === errorcode) ?? null;
}
