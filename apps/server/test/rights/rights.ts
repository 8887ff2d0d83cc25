import type { Level } from '@guichet/contract/core/access';

/**
 * Who may use a call:
 * - `anyone`, also signed out; `signedIn`, with a live session;
 * - `{ least }`: at least that level, on `its` system (named by the path, the form or a role to be given), on the system of
 *   the `thing` that an id names, or on `any` system, and then the answer covers those systems alone.
 */
export type Right = 'anyone' | 'signedIn' | { readonly least: Level; readonly on: On };
type On = 'its' | 'thing' | 'any';

const on = (least: Level, where: On): Right => ({ least, on: where });

/** Who may use which call: a second copy, on purpose not read from the contract (specification, sections 6 and 7; readings, section 1). */
export const rights: Record<string, Right> = {
  login: 'anyone',
  refresh: 'anyone',
  redeemHandOff: 'anyone',
  forgotPassword: 'anyone',
  resetPassword: 'anyone',
  findLinkState: 'anyone',
  verifyToken: 'anyone',
  confirmEmail: 'anyone',
  findContent: 'anyone',
  findSystemBySlug: 'anyone',
  getBanner: 'anyone',
  answerSecondFactor: 'anyone',
  askForPasskey: 'anyone',
  signInWithPasskey: 'anyone',

  logout: 'signedIn',
  handOff: 'signedIn',
  issueTicket: 'signedIn',
  endImpersonation: 'signedIn',
  listOwnSessions: 'signedIn',
  endOwnSession: 'signedIn',
  endOtherSessions: 'signedIn',
  changePassword: 'signedIn',
  chooseFirstPassword: 'signedIn',
  listEntrances: 'signedIn',
  checkAccess: 'signedIn',
  isAuthorized: 'signedIn',
  watchImport: 'signedIn',
  listFactors: 'signedIn',
  askForProof: 'signedIn',
  startTotp: 'signedIn',
  confirmTotp: 'signedIn',
  removeTotp: 'signedIn',
  startPasskey: 'signedIn',
  addPasskey: 'signedIn',
  removePasskey: 'signedIn',
  makeRecoveryCodes: 'signedIn',

  redirectToPlatform: on('participant', 'its'),

  listCohorts: on('support', 'its'),
  listCandidates: on('support', 'its'),
  listSystemUsers: on('support', 'its'),
  unenrol: on('support', 'its'),
  searchUsers: on('support', 'any'),
  listRoles: on('support', 'any'),
  listProfessions: on('support', 'any'),
  checkEmailAvailable: on('support', 'any'),
  findWorkshop: on('support', 'thing'),
  getUserInfo: on('support', 'thing'),

  createExamSpace: on('admin', 'its'),
  deactivateCohort: on('admin', 'its'),
  attestCandidates: on('admin', 'its'),
  getPlatformHealth: on('admin', 'its'),
  retryPlatform: on('admin', 'its'),
  importCandidates: on('admin', 'its'),
  previewImport: on('admin', 'its'),
  downloadTemplate: on('admin', 'any'),

  getMessage: on('admin', 'its'),
  saveMessage: on('admin', 'its'),
  addFile: on('admin', 'its'),
  getFile: on('admin', 'its'),
  deleteFile: on('admin', 'its'),
  removeFile: on('admin', 'its'),
  listMessageVersions: on('admin', 'its'),
  getMessageVersion: on('admin', 'its'),
  restoreMessage: on('admin', 'its'),
  previewInvitation: on('admin', 'its'),
  sendEmailTest: on('admin', 'its'),

  listContent: on('admin', 'its'),
  saveContent: on('admin', 'its'),
  removeContent: on('admin', 'its'),
  listContentVersions: on('admin', 'its'),
  getContentVersion: on('admin', 'its'),
  restoreContent: on('admin', 'its'),
  listRemovedLabels: on('admin', 'its'),
  saveBanner: on('admin', 'its'),
  removeBanner: on('admin', 'its'),

  listOtherSystems: on('admin', 'its'),
  deleteUser: on('admin', 'its'),
  createUser: on('admin', 'its'),
  setRoles: on('admin', 'its'),
  updateUsers: on('admin', 'thing'),
  updatePassword: on('admin', 'thing'),
  listUserSessions: on('admin', 'thing'),
  endUserSessions: on('admin', 'thing'),
  lockUser: on('admin', 'thing'),
  correctUser: on('admin', 'thing'),
  resetFactors: on('admin', 'thing'),

  findOutgoingStatus: on('support', 'any'),
  listMails: on('admin', 'any'),
  getMail: on('admin', 'thing'),
  retryMail: on('admin', 'thing'),
  listAuditLines: on('admin', 'any'),

  listSystems: on('superAdmin', 'any'),
  createSystem: on('superAdmin', 'any'),
  changeSystem: on('superAdmin', 'any'),
  impersonate: on('superAdmin', 'any'),
  unlockUser: on('superAdmin', 'any'),
  releaseOutgoing: on('superAdmin', 'any'),
};

/** What a super admin may not do while impersonating (readings, section 2). */
export const onlyInOnesOwnName = [
  'addPasskey',
  'askForProof',
  'changePassword',
  'chooseFirstPassword',
  'confirmTotp',
  'correctUser',
  'createUser',
  'deleteUser',
  'endOtherSessions',
  'endOwnSession',
  'endUserSessions',
  'handOff',
  'lockUser',
  'makeRecoveryCodes',
  'removePasskey',
  'removeTotp',
  'resetFactors',
  'setRoles',
  'startPasskey',
  'startTotp',
  'unlockUser',
  'updatePassword',
  'updateUsers',
];
