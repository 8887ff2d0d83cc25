import type { Exception } from './hardCodedWords.ts';

const verbatim = 'the requirements fix these words in both languages; their lang says which they are';

/** All allowed hard-coded words of the pages; one that no longer occurs is an error too. */
export const exceptions: readonly Exception[] = [
  { path: 'apps/web/src/entry/shell/Wordmark.tsx', text: 'Guichet', why: 'the name of the product' },
  { path: 'apps/web/src/systems/content/useSaveBlock.ts', text: 'Content', why: verbatim },
  { path: 'apps/web/src/systems/content/useSaveBlock.ts', text: 'Saved.', why: verbatim },
  { path: 'apps/web/src/identity/users/newUser/NewUserDialog.tsx', text: 'Error', why: verbatim },
  { path: 'apps/web/src/identity/users/newUser/NewUserDialog.tsx', text: 'OK', why: verbatim },
  { path: 'apps/web/src/identity/users/search/ActivationDialog.tsx', text: 'Error', why: verbatim },
  {
    path: 'apps/web/src/identity/publicPages/resetPassword/ResetPasswordForm.tsx',
    text: 'Token Expired',
    why: verbatim,
  },
  {
    path: 'apps/web/src/identity/publicPages/resetPassword/ResetPasswordForm.tsx',
    text: 'Error!',
    why: verbatim,
  },
  {
    path: 'apps/web/src/identity/publicPages/resetPassword/ResetPasswordPage.tsx',
    text: 'Error 2',
    why: verbatim,
  },
];
