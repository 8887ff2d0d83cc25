import { readCookie } from './readCookie.ts';

const browserLimit = 4096;

/** Keeps in memory a value that the browser would not store; it lasts as long as the page. */
let unstored: string | null = null;

/** Stores the session in a session cookie, SameSite=Strict. */
export const cookieStorage = {
  getItem: (name: string) => readCookie(name) ?? unstored,
  setItem: (name: string, value: string) => {
    const cookie = `${name}=${encodeURIComponent(value)}`;
    if (cookie.length > browserLimit) {
      console.warn(
        `The session cookie has ${cookie.length} bytes; browsers drop what is above ${browserLimit}.`,
      );
    }
    writeCookie(cookie);
    unstored = readCookie(name) === value ? null : value;
    // A browser that rejects the new cookie keeps the old cookie, which belongs to another session.
    if (unstored !== null) deleteCookie(name);
  },
  removeItem: (name: string) => {
    unstored = null;
    deleteCookie(name);
  },
};

function deleteCookie(name: string): void {
  writeCookie(`${name}=; Max-Age=0`);
}

function writeCookie(cookie: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${cookie}; Path=/; SameSite=Strict${secure}`;
}
