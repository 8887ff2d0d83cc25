import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { editorFiles, editorFolder } from './build/editorFiles.ts';
import { firstWords } from './build/firstWords.ts';
import { precompress } from './build/precompress.ts';
import { sessionStoreChoice } from './build/sessionStoreChoice.ts';
import { type TextExtents, textFiles } from './build/textFiles.ts';

const server = 'http://127.0.0.1:3000';

// What carries calls, and the small parts that the first page shows only then: it follows the first script, while one types.
const calls =
  /node_modules\/zod\/|\/core\/call\/(?!bodies|query)|\/contract\/src\/(?:core\/(?!audit)|identity\/sessions|systems\/content)|openSession|findHandOff|findPublicText|RefusalNotice|useWaitText|ui\/(?:Notice|toasts)|publicIcons|WordsOfSystem|usePublicText|HandOff|AlreadySignedIn|EndedSession|enteredPlatform|SignedInLinks|ShellToasts|TopImage|ImpersonationBanner|useFocusIfLost/;

// The page of a mailed link, which is the first that most candidates see, often on a telephone.
const linkPage = /src\/entry\/OtherPages|publicPages\/(?:resetPassword\/(?!Chosen)|office\/)/;

// The other pages that anyone may open.
const publicPages = /src\/identity\/publicPages\/(?!signIn)/;

// What stands around each page behind sign-in, and the pages that a candidate has, who loads none of what follows.
const candidatePages = /src\/app\/App\.tsx|src\/\w+\/pages\/(?:home|exams|account|launch)\/\w+Page\.tsx/;

/** The chunks with texts of pages that anyone may open, and those of a candidate behind sign-in and of home. */
const extents: TextExtents = {
  open: ['index', 'calls', 'link', 'public'],
  own: ['App', 'HelpDialog', 'EnterApplicationPage', 'StaffHome'],
};

// What the pages of work share.
const sharedWork =
  /apps\/web\/src\/(?:core\/(?:parts|audit)\/|(?!core|ui|app|entry)[a-z]+\/(?!pages\/|publicPages\/))|packages\/contract\//;

export default defineConfig({
  plugins: [react(), tailwindcss(), editorFiles(), firstWords(), textFiles(extents), precompress()],
  define: {
    __SESSION_STORE__: JSON.stringify(sessionStoreChoice(process.env.VITE_SESSION_STORE)),
    // Nobody looks into React's tree of the built pages.
    'typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': '"undefined"',
    // Every browser of the target has these, and none the last: React's replacements for them are left out.
    'typeof AbortController': '"function"',
    'typeof clearTimeout': '"function"',
    'typeof devicePixelRatio': '"number"',
    'typeof document': '"object"',
    'typeof MessageChannel': '"function"',
    'typeof Object.is': '"function"',
    'typeof performance': '"object"',
    'typeof performance.now': '"function"',
    'typeof Promise': '"function"',
    'typeof queueMicrotask': '"function"',
    'typeof Reflect': '"object"',
    'typeof reportError': '"function"',
    'typeof requestAnimationFrame': '"function"',
    'typeof setTimeout': '"function"',
    'typeof WeakMap': '"function"',
    'typeof WeakSet': '"function"',
    'typeof window.document': '"object"',
    'typeof window.document.createElement': '"function"',
    'typeof window.ErrorEvent': '"function"',
    'typeof process': '"undefined"',
    'typeof setImmediate': '"undefined"',
    'typeof window': '"object"',
    // The portal shows itself that a page loads; React would have Chrome's tab tell it by a feigned navigation.
    'typeof navigation': '"undefined"',
    __EDITOR_FOLDER__: JSON.stringify(editorFolder),
  },
  build: {
    manifest: 'manifest.json',
    // light-dark() and @layer pass through as written.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The strict content policy allows no data: script, and a small file compresses better on its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The pages of a candidate behind sign-in are one file, of 100 kB as it is sent; scripts/checks/budget.ts holds what sign-in loads.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        // By default each module that pages share gets a file of its own: too many requests for sign-in, and 40 to 90 for
        // each page behind it. A group also holds what its files import, unless one before has it.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'calls', test: calls, priority: 1 },
            { name: 'link', test: linkPage, priority: 1 },
            { name: 'public', test: publicPages },
            { name: 'App', test: candidatePages },
            // What home shows to staff alone.
            { name: 'StaffHome', test: /pages\/home\/StaffHome/ },
            { name: 'work', test: sharedWork, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/learning': server } },
});
