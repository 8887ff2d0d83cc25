/**
 * Regular expressions that the checker cannot vouch for, with what protects from them: by file and source, or `RegExp`
 * for those that are made of what only the running program knows.
 */
export const bounded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'packages/contract/src/systems/systemFields.ts': { RegExp: 'digits, counted, between ^ and $' },
  'packages/contract/src/core/fold.ts': { RegExp: 'one class of letters' },
  'packages/contract/src/core/endpoint.ts': { RegExp: 'digits, counted, between ^ and $' },
  'apps/server/src/identity/users/passwordStrength/passwordStrength.ts': {
    RegExp: 'as many classes of letters as a name has letters, none repeated',
  },
  'apps/server/src/imports/rows/choices/departure.ts': {
    RegExp: 'fixed words, on cells of at most 80 characters',
  },
  'apps/server/src/mail/outbox/returnPath/returnPath.ts': {
    RegExp: 'a fixed address with digits, counted; its parts are escaped',
  },
  'apps/server/src/mail/outbox/causes/failureWords.ts': { RegExp: 'fixed words after ^' },
};
