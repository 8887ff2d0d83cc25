/** Where the session is kept, chosen at build time by VITE_SESSION_STORE. */
declare const __SESSION_STORE__: 'local' | 'session' | 'cookie';
