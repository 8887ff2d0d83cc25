import { ConnectorError, type Retry } from '../connector.ts';

type Words = (name: string, message: string) => string;

/** By Moodle's error code: what keeps the portal from working with the site, or with a course, whatever it asks for. */
const problems = new Map<string, readonly [Retry, Words]>([
  // All work waits, and goes on once somebody has mended it.
  ['invalidtoken', ['later', () => 'Moodle does not know the token: check MOODLE_TOKEN']],
  ['accessexception', ['later', (name) => `the service user may not call ${name}: add it to the service`]],
  ['servicenotavailable', ['later', () => 'the web service is switched off in Moodle']],
  ['enablewsdescription', ['later', () => 'web services are switched off in Moodle']],
  ['sitemaintenance', ['later', () => 'Moodle is in maintenance mode']],
  ['upgraderunning', ['later', () => 'Moodle is being upgraded']],
  ['usernotfullysetup', ['later', () => 'the profile of the service user is incomplete in Moodle']],
  ['forcepasswordchangenotice', ['later', () => 'the service user has to change the password in Moodle']],
  ['sitepolicynotagreed', ['later', () => 'the service user has to agree to the site policy in Moodle']],
  ['dmlreadexception', ['later', () => 'Moodle cannot read its database']],
  ['dbconnectionfailed', ['later', () => 'Moodle cannot reach its database']],
  // One course or one category is concerned; other work goes on.
  ['nopermissions', ['never', (name, said) => `the service user lacks a permission for ${name}: ${said}`]],
  ['wsusercannotassign', ['never', () => 'the service user may not assign the student role (MOODLE_ROLE)']],
  [
    'wsnoinstance',
    ['never', () => 'the course has no manual enrolment: add the method, also to the template'],
  ],
  ['wscannotenrol', ['never', () => 'manual enrolment is switched off in Moodle']],
]);

/** Null for an error code that is about what was sent. */
export function siteProblemOf(errorcode: string, name: string, message: string): ConnectorError | null {
  const [retry, words] = problems.get(errorcode) ?? [];
  return retry && words ? new ConnectorError(words(name, message), retry) : null;
}
