/** Where the session is kept, chosen at build time by VITE_SESSION_STORE. */
declare const __SESSION_STORE__: 'local' | 'session' | 'cookie';
/** Where the files of the text editor lie: `/assets/editor-1.0.14`. */
declare const __EDITOR_FOLDER__: string;
