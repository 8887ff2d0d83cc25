import { type Remark, type RemarkCode, remarkCodes } from '@guichet/contract/learning/learning.remarks';
import { ConnectorError, type Retry } from '../connector.ts';
import { remarkOf } from '../platformFacts.ts';

type Words = (name: string, message: string) => string;

export const hiddenFromServiceUser =
  'the service user does not see a hidden course or template: give it moodle/course:viewhiddencourses';

export const unseenEmails = remarkOf(
  'unseenEmails',
  'the service user does not see e-mail addresses: give it moodle/site:viewuseridentity, and show them by “Show user identity”',
);

/** Moodle gives no reason here: its language file lacks the text. */
export const copyRefused = remarkOf(
  'copyRefused',
  'Moodle does not copy the questions of the template: give the role of the service user moodle/question:add and moodle/question:managecategory',
);

export function noTemplate(id: number | null): Remark {
  return remarkOf('noTemplate', `there is no template with the id ${id}`, { id: String(id) });
}

export function noCategory(id: number | null): Remark {
  return remarkOf('noCategory', `there is no category with the id ${id}`, { id: String(id) });
}

/** By Moodle's error code: problems of the site or of a course that do not depend on the call's content. */
const problems = new Map<string, readonly [Retry, Words]>([
  // All work waits until somebody has mended the site.
  ['invalidtoken', ['later', () => 'Moodle does not know the token: enter a new one']],
  [
    'accessexception',
    [
      'later',
      (name) =>
        `the service user may not call ${name}: is it in the service, the user authorised for that, and the token for this address?`,
    ],
  ],
  ['wsaccessusersuspended', ['later', () => 'the service user is suspended in Moodle']],
  ['wsaccessuserdeleted', ['later', () => 'the service user has been deleted in Moodle']],
  ['wsaccessusernologin', ['later', () => 'the service user has the authentication “No login” in Moodle']],
  ['wsaccessuserexpired', ['later', () => 'the password of the service user has expired in Moodle']],
  ['servicenotavailable', ['later', () => 'the web service is switched off in Moodle']],
  ['enablewsdescription', ['later', () => 'web services are switched off in Moodle']],
  ['sitemaintenance', ['later', () => 'Moodle is in maintenance mode']],
  ['upgraderunning', ['later', () => 'Moodle is being upgraded']],
  ['usernotfullysetup', ['later', () => 'the profile of the service user is incomplete in Moodle']],
  ['forcepasswordchangenotice', ['later', () => 'the service user has to change the password in Moodle']],
  ['sitepolicynotagreed', ['later', () => 'the service user has to agree to the site policy in Moodle']],
  ['dmlreadexception', ['later', () => 'Moodle cannot read its database']],
  ['dbconnectionfailed', ['later', () => 'Moodle cannot reach its database']],
  // Only one course or one category is concerned; other work goes on.
  ['nopermissions', ['never', (name, said) => `the service user lacks a permission for ${name}: ${said}`]],
  ['requireloginerror', ['never', () => hiddenFromServiceUser]],
  ['errorcoursecontextnotvalid', ['never', () => hiddenFromServiceUser]],
  [
    'notingroup',
    [
      'never',
      () => 'the service user does not see people in separate groups: give it moodle/site:accessallgroups',
    ],
  ],
  [
    'wsusercannotassign',
    ['never', () => 'the service user may not assign the student role, or it has another number'],
  ],
  [
    'wsnoinstance',
    [
      'never',
      () => 'the course has no manual enrolment: add the method or switch it on, also in the template',
    ],
  ],
  ['wscannotenrol', ['never', () => 'manual enrolment is switched off in Moodle']],
]);

/** The service lacks a function: all work waits that cannot do without it. */
export class NotInService extends ConnectorError {}

/** Null for an error code about the content of the call. */
export function siteProblemOf(errorcode: string, name: string, message: string): ConnectorError | null {
  const [retry, words] = problems.get(errorcode) ?? [];
  if (!retry || !words) return null;
  const Problem = errorcode === 'accessexception' ? NotInService : ConnectorError;
  return new Problem(remarkOf(codeOf(errorcode), words(name, message), { name, said: message }), retry);
}

/** Moodle's error code as the remark's code, where we have words of our own for it; else null. */
export function codeOf(errorcode: string): RemarkCode | null {
  return remarkCodes.find((known) => known === errorcode) ?? null;
}
