/** A private word that this code base used for something with a standard term. */
export interface OldWord {
  /** One word, or several in camelCase, as they follow one another in a name. */
  readonly old: string;
  readonly use: string;
  /**
   * `part`: also inside a longer name (`depot` in `openDepot`); `name`: the whole name only, since the word has an
   * ordinary meaning too; `file`: only as the name of a file or folder.
   */
  readonly as: 'part' | 'name' | 'file';
  /** Files in which it has the old meaning; by default all. */
  readonly where?: RegExp;
}

const server = /^apps\/server\//;
const delivery = /^apps\/server\/src\/(?:mail\/outbox|learning|core\/queue)\//;

/** Names with an old word that something outside this code holds, and what that is. */
export const keptNames: ReadonlyMap<string, string> = new Map([
  ['bell.net', 'a Canadian provider of mail'],
  ['guichet_walled', 'a role that operators made in their databases (docs/operations.md)'],
]);

export const oldWords: readonly OldWord[] = [
  ...parts('AppContext', 'house', 'houses'),
  ...parts('layer', 'storey', 'storeys', 'stair'),
  ...names('package', 'floor', 'floors'),
  ...parts('lifecycle', 'shutter', 'heed'),
  ...parts('notifier, notify', 'bell', 'bells', 'rung'),
  ...names('notify', 'ring'),
  ...parts('idleGc', 'startResting'),
  { old: 'rest', use: 'idleGc', as: 'file' },
  ...names('batchLoader', 'together'),
  ...parts('rowSecurity, applyPolicies, rlsClient', 'wall', 'walls', 'walled'),
  ...names('tenantScope', 'reach'),
  ...parts('noNestedQueryGuard', 'rootRule'),
  ...parts('systemTransaction, singleStatementTransaction', 'keepBooks'),
  ...parts('resolveCommitOutcome', 'inquire'),
  ...parts('destroySocket', 'breakOff'),
  ...parts('mailPrefetcher', 'depot'),
  ...names('circuitBreaker', 'gate').map((word) => ({ ...word, where: delivery })),
  ...parts('outgoing', 'wayOut'),
  ...parts('transport', 'lane', 'lanes'),
  ...parts('mimeMessage', 'parcel', 'parcels'),
  ...parts('settlementBatcher', 'ledger', 'ledgers'),
  ...parts('healthProbe', 'scout'),
  ...parts('released', 'givenBack'),
  ...parts('snapshotMailing', 'freezeMailing'),
  ...parts('encryption, encryptSecret', 'mailKeys', 'seal', 'sealed', 'unseal'),
  ...names('backoff', 'pace').map((word) => ({ ...word, where: delivery })),
  ...parts('delayFor', 'waitAfter'),
  ...parts('jobResult', 'verdict', 'verdicts'),
  ...parts('launchRequest, job', 'wish', 'wishes'),
  ...parts('lockRoleChanges, processNextJob', 'takeTurn'),
  ...parts('semaphore', 'openTurns'),
  ...parts('seedDemo…', 'giveSample', 'sampleLives'),
  ...parts('ClientInfo', 'whence'),
  ...parts('RateLimitResult, checkRateLimit', 'askLeave'),
  ...names('AuthenticatedUser', 'arrival').map((word) => ({ ...word, where: server })),
  ...parts('openSession', 'openIf'),
  ...parts('oneTimeToken', 'passCookie', 'makePass', 'takePass', 'spendPass'),
  ...names('oneTimeToken', 'pass', 'passes').map((word) => ({
    ...word,
    where: /^apps\/server\/src\/(?:identity\/sessions|core\/http)\//,
  })),
  ...parts('passwordStrength', 'weakness'),
  ...parts('repetition', 'monotony'),
  ...parts('restoreSuperAdmin', 'rescue'),
  { old: 'strangers', use: 'crossTenant', as: 'file' },
  { old: 'strangeInput', use: 'invalidInput', as: 'file' },
  ...parts('initDefaults, createSystem', 'furnish', 'furnishing', 'foundSystem'),
  ...parts('editConflict', 'overtaken', 'overtake'),
  ...parts('systemLinks, platformEntry', 'door', 'doors'),
  ...names('copyString', 'detach').map((word) => ({ ...word, where: /^(?:apps\/server|bench)\// })),
  ...parts('DuplicateDetector', 'candidateMemory'),
  ...names('Match', 'met').map((word) => ({ ...word, where: /\/imports\// })),
  ...names('testbed', 'stand'),
  ...names('violationFixtures', 'plant', 'plants'),
  ...parts('csrf', 'antiforgery'),
  { old: 'protection', use: 'securityHeaders', as: 'file' },
  { old: 'failures', use: 'errorHandler', as: 'file', where: /\/core\// },
  ...parts('protocolErrors', 'rawRefusals', 'rawRefusal'),
  ...parts('invalidText', 'unstorable'),
  ...parts('action, operation', 'deed', 'deeds'),
  ...parts('auditLog', 'trail', 'trails'),
];

function parts(use: string, ...words: readonly string[]): OldWord[] {
  return words.map((old) => ({ old, use, as: 'part' }));
}

function names(use: string, ...words: readonly string[]): OldWord[] {
  return words.map((old) => ({ old, use, as: 'name' }));
}
