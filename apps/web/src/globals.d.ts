/** The place where the session is stored, chosen at build time by VITE_SESSION_STORE. */
declare const __SESSION_STORE__: 'local' | 'session' | 'cookie';
/** The URL folder of the text editor's files: `/assets/editor-1.0.14`. */
declare const __EDITOR_FOLDER__: string;
