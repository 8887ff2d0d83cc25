import { randomInt, randomUUID } from 'node:crypto';
import { keptLaunch, nameLaunch } from '../launch.ts';
import { madePassword } from '../portal.ts';
import { banner, logo, markOf, pdfOf, type Things } from './things.ts';

/** The parts of a call, before encoding. */
export interface Request {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly file?: { readonly name: string; readonly bytes: string | Buffer };
}

const password = { newPassword: 'Autre-Cle#2', confirmNewPassword: 'Autre-Cle#2' };
const written = () => ({ subject: `Objet ${randomInt(1e9)}`, body: '<p>Texte</p>' });
const list = () => ({
  name: 'liste.csv',
  bytes: `Prénom;Nom;Courriel\nNoé;Roy;noe.roy${randomInt(1e9)}@etu.example.ca`,
});

const inSystem = ({ systemId }: Things): Request => ({ params: { systemId } });
const inExam = ({ systemId, examId }: Things): Request => ({ params: { systemId, examId } });
const oneReminder = ({ systemId, examId, reminderId }: Things): Request => ({
  params: { systemId, examId, reminderId },
});
const ofCandidate = ({ systemId, examId, candidateId: userId }: Things): Request => ({
  params: { systemId, examId, userId },
});
const inFrench = ({ systemId }: Things): Request => ({ params: { systemId, languageId: 'fr' } });
const person = ({ personId }: Things): Request => ({ body: { id: personId } });
const personInSystem = (things: Things): Request => ({ ...inSystem(things), ...person(things) });
const nothing = (): Request => ({});
const proven = (): Request => ({ body: { proof: { password: 'x' } } });
const signed = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' };
const assertion = { id: 'x', rawId: 'x', type: 'public-key', response: signed };
const newPasskey = { ...assertion, response: { clientDataJSON: 'e30', attestationObject: 'AA' } };
/** A name that no name server knows (RFC 2606). */
const platform = {
  kind: 'moodle',
  address: 'https://moodle.invalid',
  credentials: { token: 'x' },
  studentRole: 5,
  callSeconds: 30,
  copySeconds: 120,
};
const application = {
  kind: 'openid',
  rolesOf: null,
  secretIn: 'header',
  requiresPkce: true,
  scopes: ['email'],
  redirectUris: ['https://outil.invalid/retour'],
  homeUri: 'https://outil.invalid/',
  signOutUris: [],
  logoutUri: null,
};
const provider = {
  kind: 'openid',
  clientId: 'guichet',
  secret: 'secret',
  labelFr: 'Université',
  labelEn: 'University',
  domains: [],
  systemIds: null,
  isActive: true,
  trustsFactor: false,
  groupsClaim: null,
  groupRoles: [],
};
const importForm = ({ systemId, courseId }: Things): Request => ({
  body: { systemId, languageId: 'fr', selectedCourse: courseId, sendEmail: true },
  file: list(),
});

/** A complete valid request for each call. */
export const requests: Record<string, (things: Things) => Request> = {
  login: () => ({ body: { username: 'personne@example.ca', password: 'x' } }),
  refresh: () => ({ query: { token: 'x', refreshToken: 'x' } }),
  redeemHandOff: () => ({ body: { token: 'x', audience: 'https://site.example.ca' } }),
  forgotPassword: ({ systemId }) => ({
    body: { email: `nul${randomInt(1e9)}@example.ca`, systemId, languageId: 'fr' },
  }),
  resetPassword: () => ({ body: { ...password, userName: 'nul@example.ca', token: 'x' } }),
  findLinkState: () => ({ body: { userName: 'nul@example.ca', token: 'x' } }),
  verifyToken: () => ({ body: { userName: 'nul@example.ca', token: 'x' } }),
  confirmEmail: () => ({ query: { u: 'nul@example.ca', t: 'x' } }),
  findConfirmation: () => ({ body: { userName: 'nul@example.ca', token: 'x' } }),
  confirmAddress: () => ({ body: { userName: 'nul@example.ca', token: 'x', password: 'x' } }),
  findContent: ({ systemId }) => ({ params: { systemId, languageId: 'fr', key: 'Title' } }),
  findSystemBySlug: () => ({ params: { slug: 'dc' } }),
  findOffice: () => ({ query: { systemId: 3 } }),
  getBanner: inSystem,
  getLogo: inSystem,
  answerSecondFactor: () => ({ body: { challenge: 'x', answer: { kind: 'totp', code: '000000' } } }),
  askForPasskey: nothing,
  readCalendarFeed: () => ({ params: { feed: 'x.ics' } }),
  signInWithPasskey: () => ({ body: { passkey: assertion } }),

  logout: nothing,
  handOff: () => ({ body: { redirectUri: 'https://site.example.ca' } }),
  issueTicket: ({ systemId }) => ({ body: { purpose: 'sendEmailTest', systemId, languageId: 'fr' } }),
  endImpersonation: nothing,
  listOwnSessions: nothing,
  endOwnSession: () => ({ params: { sessionId: '00000000-0000-4000-8000-000000000000' } }),
  endOtherSessions: nothing,
  changePassword: () => ({ body: { ...password, currentPassword: 'x' } }),
  chooseFirstPassword: () => ({ body: password }),
  confirmOwnAddress: () => ({ body: { userName: 'nul@example.ca', token: 'x' } }),
  listEntrances: nothing,
  listOwnExams: nothing,
  findClosedExam: ({ systemId }) => ({ params: { systemId }, query: { orgId: 'nul' } }),
  listOwnMails: nothing,
  // Nobody's: a mail of the things is somebody else's.
  readOwnMail: () => ({ params: { mailId: 987_654_321 } }),
  getOwnMailDocument: () => ({ params: { mailId: 987_654_321 } }),
  findOwnData: nothing,
  listOwnCorrections: nothing,
  requestCorrection: () => ({ body: { systemId: 987_654_321, field: 'name', request: 'Zoé' } }),
  withdrawCorrection: () => ({ params: { correctionId: 987_654_321 } }),
  downloadCalendar: ({ examId }) => ({ query: { examId } }),
  findCalendarFeed: nothing,
  renewCalendarFeed: nothing,
  revokeCalendarFeed: nothing,
  checkAccess: ({ systemId }) => ({ body: { systemId, accessLevel: 'admin' } }),
  isAuthorized: ({ systemId }) => ({ params: { systemId, code: 'admin' } }),
  watchImport: ({ importId }) => ({ params: { importId } }),
  redirectToPlatform: inSystem,
  findPlatformSignOut: inSystem,
  listFactors: nothing,
  askForProof: nothing,
  startTotp: proven,
  confirmTotp: () => ({ body: { code: '000000' } }),
  removeTotp: proven,
  startPasskey: proven,
  addPasskey: () => ({ body: { name: 'Clé', passkey: newPasskey } }),
  removePasskey: () => ({ params: { passkeyId: 987_654_321 }, ...proven() }),
  makeRecoveryCodes: proven,

  listExams: inSystem,
  listCandidates: inExam,
  listSystemUsers: inSystem,
  unenrol: ({ systemId, examId, learningPlatformId }) => ({
    params: { systemId, examId, learningPlatformId },
  }),
  searchUsers: ({ examId }) => ({ body: { filters: [{ workshopId: examId }] } }),
  listSimilarNames: () => ({ query: { search: 'Trembley' } }),
  listRoles: nothing,
  listProfessions: nothing,
  findOwnDetails: nothing,
  listViews: () => ({ params: { list: 'users' } }),
  saveView: () => ({ params: { list: 'users' }, body: { name: `Vue ${randomInt(1e9)}`, query: 'q=zoe' } }),
  // Nobody's: a view of somebody else changes nothing.
  deleteView: () => ({ params: { list: 'users', viewId: 987_654_321 } }),
  changeOwnLanguage: () => ({ body: { languageId: 'en' } }),
  listLeftExams: () => ({}),
  changeOwnName: () => ({ body: { firstName: 'Zoé', lastName: `Roy ${randomInt(1e9)}` } }),
  askOwnAddress: () => ({ body: { email: `neuve${randomInt(1e9)}@example.ca`, ...proven().body } }),
  dropOwnAddress: nothing,
  checkEmailAvailable: () => ({ query: { email: 'nul@example.ca' } }),
  checkPassword: () => ({ body: { newPassword: 'kX9#vmQ2', userName: 'nul@example.ca', name: 'Nul Autre' } }),
  findWorkshop: ({ examId }) => ({ params: { workshopId: examId } }),
  getUserInfo: person,
  getPersonHistory: ({ personId }) => ({ params: { id: personId } }),
  readMailOf: ({ personId, mailId }) => ({ params: { id: personId, mailId } }),
  listCorrectionsOf: ({ personId }) => ({ params: { id: personId } }),
  requestCorrectionOf: ({ personId }) => ({
    params: { id: personId },
    body: { field: 'name', request: 'Zoé' },
  }),
  listAdministrators: () => ({}),
  listTodaysExams: () => ({}),
  listWrittenCorrections: () => ({}),
  sendResetLink: ({ personId }) => ({ params: { id: personId } }),
  inviteAgain: ({ candidateId, examId }) => ({
    params: { id: candidateId, examId },
    body: { requestId: randomUUID() },
  }),

  searchExams: () => ({ query: { search: '' } }),
  getExam: inExam,
  listExamCourses: inExam,
  compareCourse: ({ systemId, examId, linkedCourseId: courseId }) => ({
    params: { systemId, examId, courseId },
  }),
  listClosedExams: (things) => ({ ...inSystem(things), query: { state: 'cancelled' } }),
  editExam: (things) => ({
    ...inExam(things),
    body: {
      titleFr: `Session ${randomInt(1e9)}`,
      titleEn: '',
      examDate: '2027-05-01',
      startTime: '09:00',
      endTime: '12:00',
      placeFr: 'Salle 112',
      placeEn: '',
      placeUrl: 'https://plan.example.ca/112',
      instructionsFr: '',
      instructionsEn: '',
      version: 1,
    },
  }),
  announceExam: inExam,
  inviteCandidates: (things) => ({ ...inExam(things), body: {} }),
  copyExam: (things) => ({ ...inExam(things), body: { examDate: '2027-05-01', requestId: randomUUID() } }),
  previewNotice: (things) => ({ ...inExam(things), body: { kind: 'examCancelled' } }),
  reactivateExam: (things) => ({ ...inExam(things), body: { sendEmail: true } }),
  createExamSpace: (things) => ({
    ...inSystem(things),
    body: { title: `Session ${randomInt(1e9)}`, examDate: '2027-05-01' },
  }),
  cancelExam: inExam,
  cancelWithNote: inExam,
  addCandidate: (things) => ({
    ...inExam(things),
    body: { email: `${things.importId}@etu.example.ca`, sendEmail: false },
  }),
  createCandidate: (things) => ({
    ...inExam(things),
    body: {
      email: `noe${randomInt(1e9)}@etu.example.ca`,
      firstName: 'Noé',
      lastName: 'Où',
      languageId: 'fr',
      sendEmail: false,
    },
  }),
  attestCandidates: (things) => ({
    ...inExam(things),
    body: { userIds: [things.candidateId], isAttested: true },
  }),
  setPresence: (things) => ({ ...ofCandidate(things), body: { presence: 'present' } }),
  findClashes: (things) => ({ ...inExam(things), body: { userIds: [things.candidateId] } }),
  takeOutCandidates: (things) => ({
    ...inExam(things),
    body: { userIds: [things.candidateId], removalId: randomUUID() },
  }),
  moveCandidates: (things) => ({
    ...inExam(things),
    body: {
      userIds: [things.candidateId],
      removalId: randomUUID(),
      toExamId: things.otherExamId,
      sendEmail: false,
    },
  }),
  getRemoval: (things) => ({ params: { ...inExam(things).params, removalId: things.removalId } }),
  listOpenRemovals: inExam,
  putBackCandidates: (things) => ({ ...inExam(things), body: { removalId: things.removalId } }),
  getPlatformHealth: inExam,
  retryPlatform: inExam,
  getDrift: inExam,
  readDrift: inExam,
  repairDrift: (things) => ({ ...inExam(things), body: { what: 'all' } }),
  getTimeLine: inExam,
  listPlannedReminders: inSystem,
  sendReminder: (things) => ({ ...inExam(things), body: { requestId: randomUUID() } }),
  planReminder: (things) => ({ ...inExam(things), body: { daysBefore: 0, hour: randomInt(11, 23) } }),
  stopReminderOrLetter: oneReminder,
  readReminder: oneReminder,
  resumeLetter: (things) => ({ ...oneReminder(things), body: { requestId: randomUUID() } }),
  listReadyLetters: ({ systemId }) => ({ params: { systemId } }),
  previewLetter: (things) => ({ ...inExam(things), body: { ...letter(), audience: 'all' } }),
  testLetter: ({ systemId, examId }) => ({
    params: { systemId, examId, languageId: 'fr' },
    // An empty text ends before the limit of test mails, which is for all tests of a person.
    body: { ...letter(), subjectFr: '' },
  }),
  sendLetter: (things) => ({
    ...inExam(things),
    body: { ...letter(), audience: 'all', requestId: randomUUID() },
  }),
  getPlannedLetter: oneReminder,
  changePlannedLetter: (things) => ({
    ...oneReminder(things),
    body: { ...letter(), audience: 'all', version: '1', daysBefore: 1, hour: 9 },
  }),
  importCandidates: (things) => {
    const form = importForm(things);
    const columns = { firstName: 0, lastName: 1, email: 2 };
    return { ...form, body: { ...form.body, importId: randomUUID(), columns, headingLine: 1 } };
  },
  previewImport: importForm,
  previewResults: (things) => ({ ...inExam(things), body: {}, file: list() }),
  setResults: (things) => ({ ...inExam(things), body: { marked: [], unmarked: [things.candidateId] } }),
  exportResults: inExam,
  listKeptColumns: inExam,
  correctListValues: (things) => ({
    ...ofCandidate(things),
    body: { listValues: { Groupe: `B${randomInt(1e9)}` } },
  }),
  listExtraTimes: inExam,
  setExtraTimesAgain: inExam,
  getExtraTime: ofCandidate,
  confirmAccount: (things) => ({ ...ofCandidate(things), body: { until: new Date() } }),
  setExtraTime: (things) => ({ ...ofCandidate(things), body: { extraTime: { minutes: 30, factor: null } } }),
  getGrades: inExam,
  readGrades: (things) => ({ ...inExam(things), body: { passPercent: 60 } }),
  attestByGrades: (things) => ({
    ...inExam(things),
    body: { passPercent: 60, marked: [things.candidateId], unmarked: [] },
  }),
  downloadTemplate: nothing,
  listImports: inSystem,
  previewUndo: ({ systemId, importId }) => ({ params: { systemId, importId } }),
  undoImport: ({ systemId, importId, undoFingerprint }) => ({
    params: { systemId, importId },
    body: { fingerprint: undoFingerprint },
  }),

  getMessage: inFrench,
  saveMessage: (things) => ({ ...inFrench(things), body: written() }),
  addFile: (things) => ({ ...inFrench(things), body: {}, file: pdfOf(markOf(things.systemId)) }),
  getFile: inFrench,
  deleteFile: inFrench,
  removeFile: inFrench,
  listMessageVersions: inFrench,
  getMessageVersion: ({ systemId, messageVersionId }) => ({
    params: { systemId, versionId: messageVersionId },
  }),
  compareMessage: (things) => ({ ...inFrench(things), body: { savedAt: null, comparedTo: new Date() } }),
  restoreMessage: ({ systemId, messageVersionId }) => ({
    params: { systemId, versionId: messageVersionId },
    body: {},
  }),
  forecastMail: inExam,
  listOwnTexts: inSystem,
  giveOwnText: (things) => ({ ...inExam(things), body: { kind: 'invitation' } }),
  removeOwnText: (things) => ({ ...inExam(things), body: { kind: 'invitation' } }),
  previewInvitation: (things) => ({ ...inFrench(things), body: written() }),
  sendEmailTest: inFrench,

  listContent: inSystem,
  saveContent: ({ systemId }) => ({
    params: { systemId, languageId: 'en', label: `Note${randomInt(1e9)}` },
    body: { content: 'Note' },
  }),
  removeContent: ({ systemId }) => ({ params: { systemId, label: 'Note' } }),
  listContentVersions: ({ systemId }) => ({ params: { systemId, languageId: 'fr', label: 'Note' } }),
  getContentVersion: ({ systemId, contentVersionId }) => ({
    params: { systemId, versionId: contentVersionId },
  }),
  restoreContent: ({ systemId, contentVersionId }) => ({
    params: { systemId, versionId: contentVersionId },
    body: {},
  }),
  listRemovedLabels: inSystem,
  saveBanner: (things) => ({ ...inSystem(things), ...banner }),
  removeBanner: inSystem,

  listOtherSystems: personInSystem,
  deleteUser: personInSystem,
  createUser: () => ({
    body: {
      ...password,
      userName: `nouveau${randomInt(1e9)}@example.ca`,
      firstName: 'Noé',
      lastName: 'Roy',
      roleList: ['Support - DC'],
      sendEmail: true,
    },
  }),
  updateUsers: ({ personId }) => ({ body: { Ids: [personId], Action: 'deactivate' } }),
  updatePassword: ({ personId }) => ({ body: { ...password, userId: personId } }),
  listUserSessions: ({ personId }) => ({ params: { id: personId } }),
  endUserSessions: ({ personId }) => ({ params: { id: personId } }),
  lockUser: ({ personId }) => ({ params: { id: personId } }),
  correctUser: ({ personId }) => ({
    body: {
      id: personId,
      firstName: 'Noé',
      lastName: 'Roy',
      languageId: 'en',
      profession: null,
      newsLetter: false,
    },
  }),
  resetFactors: ({ personId }) => ({ params: { id: personId } }),
  setRoles: ({ personId }) => ({ body: { id: personId, roleList: ['Support - DC'] } }),

  listMails: ({ examId }) => ({ query: { examId } }),
  listRetryable: ({ examId }) => ({ query: { examId } }),
  getMail: ({ mailId }) => ({ params: { mailId } }),
  getMailAttachment: ({ mailId }) => ({ params: { mailId } }),
  sendPlannedMails: (things) => ({ ...inExam(things), body: { at: new Date('2027-01-12T14:00:00Z') } }),
  cancelPlannedMails: (things) => ({ ...inExam(things), body: { at: new Date('2027-01-12T14:00:00Z') } }),
  retryMail: ({ mailId }) => ({ params: { mailId } }),
  retryMails: ({ mailId }) => ({ body: { mailIds: [mailId] } }),
  findOutgoingStatus: nothing,
  listSystemWork: nothing,
  listOpenSteps: nothing,
  tryMailServer: nothing,
  tryLearningPlatform: nothing,
  confirmBackup: () => ({ body: { restoredOn: '2026-01-01' } }),
  closeSetup: nothing,
  getUniversity: nothing,
  findBroadcast: nothing,
  getBroadcast: nothing,
  saveBroadcast: () => ({
    body: {
      fr: `Avis ${randomInt(1e9)}`,
      en: '',
      startDay: '',
      startHour: '',
      endDay: '',
      endHour: '',
      version: 0,
    },
  }),
  saveUniversity: () => ({ body: { fr: `Université ${randomInt(1e9)}`, en: 'University', version: 0 } }),
  listOpenIdClients: nothing,
  addOpenIdClient: () => ({ body: { name: `Outil ${randomInt(1e9)}`, ...application } }),
  changeOpenIdClient: () => ({
    params: { clientId: randomUUID() },
    body: { name: 'Outil', ...application, version: 1 },
  }),
  tryApplication: () => ({
    body: { entityId: 'https://outil.invalid/saml', metadata: 'https://outil.invalid/saml' },
  }),
  renewOpenIdSecret: () => ({ params: { clientId: randomUUID() } }),
  removeOpenIdClient: () => ({ params: { clientId: randomUUID() } }),
  listApplicationSignIns: nothing,
  listOwnApplications: nothing,
  openLaunch: () => nameLaunch(keptLaunch),
  chooseLaunchExam: ({ examId }) => ({ ...nameLaunch(keptLaunch), body: { examId } }),
  signInToApplication: () => ({ params: { request: 'x'.repeat(24) } }),
  beginFederatedSignIn: () => ({ params: { providerId: randomUUID() }, body: { hint: '', language: 'fr' } }),
  completeFederatedSignIn: () => ({
    params: { providerId: randomUUID() },
    body: { query: 'state=x&code=y' },
  }),
  mailIdentityLink: () => ({ params: { match: randomUUID() } }),
  confirmIdentityLink: () => ({ body: { token: 'x', userName: 'personne@exemple.ca' } }),
  linkOwnIdentity: () => ({ params: { match: randomUUID() } }),
  findProviderSignOut: nothing,
  listOwnIdentities: nothing,
  unlinkOwnIdentity: () => ({ params: { identityId: randomUUID() } }),
  listUserIdentities: ({ personId }) => ({ params: { id: personId } }),
  unlinkUserIdentity: () => ({ params: { identityId: randomUUID() } }),
  listProviders: nothing,
  saveProvider: () => ({
    params: { providerId: randomUUID() },
    body: { ...provider, issuer: `https://compte${randomInt(1e9)}.invalid`, version: null },
  }),
  tryProvider: () => ({
    params: { providerId: randomUUID() },
    body: { ...provider, issuer: 'https://compte.invalid' },
  }),
  removeProvider: () => ({ params: { providerId: randomUUID() } }),
  listPlatforms: nothing,
  listPlatformTroubles: nothing,
  listExtraTimeTroubles: nothing,
  listDoubts: nothing,
  countDoubts: nothing,
  decideDoubt: () => ({ params: { doubtId: 987_654_321 }, body: { externalId: null } }),
  addPlatform: () => ({ body: { name: `Campus ${randomInt(1e9)}`, ...platform } }),
  changePlatform: () => ({
    params: { platformId: 987_654_321 },
    body: { name: 'Campus', ...platform, version: 1 },
  }),
  listAccountMatches: () => ({ body: { platformId: 987_654_321, by: 'address' } }),
  joinAccounts: () => ({
    body: { platformId: 987_654_321, by: 'address', pairs: [{ userId: 1, externalId: '9' }] },
  }),
  listPlatformAccounts: () => ({ body: { platformId: 987_654_321 } }),
  releaseAccount: () => ({ body: { platformId: 987_654_321, userId: 1 } }),
  removePlatform: () => ({ params: { platformId: 987_654_321 } }),
  tryPlatform: () => ({ body: platform }),
  tryPlatformWithCourse: () => ({ body: platform }),
  beginConsent: () => ({
    body: {
      kind: 'brightspace',
      address: 'https://brightspace.invalid',
      credentials: { clientId: 'x', clientSecret: 'x' },
    },
  }),
  completeConsent: () => ({ body: { state: 'x', code: 'x' } }),
  previewMove: (things) => ({ ...inSystem(things), body: { platformId: null } }),
  moveSystem: (things) => ({ ...inSystem(things), body: { platformId: null } }),
  releaseOutgoing: nothing,
  listCorrections: nothing,
  passOnCorrection: ({ correctionId }) => ({ params: { correctionId } }),
  answerCorrection: ({ correctionId }) => ({
    params: { correctionId },
    body: { outcome: 'answered', note: 'Fait' },
  }),
  recordExport: ({ systemId }) => ({ body: { fileName: 'Personnes.csv', rows: 3, systemId } }),
  listAuditLines: ({ systemId }) => ({ query: { systemId } }),

  listSystems: nothing,
  createSystem: () => {
    const id = randomInt(1e3, 1e9);
    return { body: { id, name: `Programme ${id}`, coursePrefix: `P${id}` } };
  },
  unlockUser: ({ personId }) => ({ params: { id: personId } }),
  findInvitationCalendar: inSystem,
  setInvitationCalendar: (things) => ({ ...inSystem(things), body: { isAttached: false } }),
  listMailFrames: nothing,
  changeMailFrames: ({ systemId }) => ({ body: { systemIds: [systemId], phone: String(randomInt(1e9)) } }),
  saveLogo: (things) => ({ ...inSystem(things), ...logo }),
  removeLogo: inSystem,
  setArchived: (things) => ({ ...inSystem(things), body: { isArchived: false } }),
  changeSystem: (things) => ({ ...inSystem(things), body: { name: 'DC' } }),
  impersonate: ({ personId }) => ({
    params: { id: personId },
    body: { reason: 'rights', password: madePassword },
  }),
};

function letter() {
  return { subjectFr: 'Salle', bodyFr: '<p>Salle 12</p>', subjectEn: '', bodyEn: '' };
}
