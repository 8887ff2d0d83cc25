import type { Exception } from './hardCodedWords.ts';

const beforeTexts = 'shown when the text files themselves could not be loaded, in both languages at once';
const verbatim = 'the specification fixes these words in both languages; their lang says which they are';

/** Every word of the pages that stands in the code; one that is not there any more is a fault too. */
export const exceptions: readonly Exception[] = [
  ...[
    'Le portail ne répond pas',
    'Vérifiez votre connexion, puis rechargez la page.',
    'The portal does not answer. Check your connection, then reload the page.',
    'Recharger /',
    'Reload',
  ].map((text) => ({ path: 'apps/web/src/entry/BootFailure.tsx', text, why: beforeTexts })),
  { path: 'apps/web/src/entry/Wordmark.tsx', text: 'Guichet', why: 'the name of the product' },
  { path: 'apps/web/src/features/content/useSaveBlock.ts', text: 'Content', why: verbatim },
  { path: 'apps/web/src/features/content/useSaveBlock.ts', text: 'Saved.', why: verbatim },
  { path: 'apps/web/src/features/users/newUser/NewUserDialog.tsx', text: 'Error', why: verbatim },
  { path: 'apps/web/src/features/users/newUser/NewUserDialog.tsx', text: 'OK', why: verbatim },
  { path: 'apps/web/src/features/users/search/ActivationDialog.tsx', text: 'Error', why: verbatim },
  {
    path: 'apps/web/src/publicPages/resetPassword/ResetPasswordForm.tsx',
    text: 'Token Expired',
    why: verbatim,
  },
  { path: 'apps/web/src/publicPages/resetPassword/ResetPasswordForm.tsx', text: 'Error!', why: verbatim },
  { path: 'apps/web/src/publicPages/resetPassword/ResetPasswordPage.tsx', text: 'Error 2', why: verbatim },
];
