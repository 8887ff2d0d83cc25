import type { StateStorage } from 'zustand/middleware';

const browserLimit = 4096;

/** Keeps the session in a cookie that ends with the browser's session and goes to this site only. */
export const cookieStorage: StateStorage = {
  getItem: (name) => {
    const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
    return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1));
  },
  setItem: (name, value) => {
    const cookie = `${name}=${encodeURIComponent(value)}`;
    if (cookie.length > browserLimit) {
      console.warn(
        `The session cookie has ${cookie.length} bytes; browsers drop what is above ${browserLimit}.`,
      );
    }
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${cookie}; ${attributes()}`;
  },
  removeItem: (name) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${name}=; Max-Age=0; ${attributes()}`;
  },
};

function attributes(): string {
  return `Path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`;
}
