import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MoodleData, UserRow } from './site.ts';

/** The sessions of browsers on a site: what a real 4.5.6 and 5.0.6 with auth_userkey do with the cookie of somebody else. */
export function browserSessions(site: MoodleData) {
  /** The user ids of open sessions, by cookie. */
  const open = new Map<string, number>();
  let made = 0;

  function userOf(request: IncomingMessage): UserRow | undefined {
    const cookie = cookieOf(request);
    return cookie === null ? undefined : site.users.get(open.get(cookie) ?? 0);
  }

  function end(request: IncomingMessage): void {
    open.delete(cookieOf(request) ?? '');
  }

  /** Lesson 16: a key is used up also where it only ends somebody else's session. */
  function signOn(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const key = query.get('key') ?? '';
    const user = site.users.get(site.loginKeys.get(key) ?? 0);
    site.loginKeys.delete(key);
    if (!user || user.suspended) return void response.writeHead(200).end('Incorrect key');
    const location = query.get('wantsurl') ?? `${site.setup.url}/my/`;
    const present = userOf(request);
    if (present && present.id !== user.id) {
      end(request);
      return void response.writeHead(303, { location }).end();
    }
    const headers: Record<string, string> = { location, 'x-signed-on-as': user.username };
    if (!present) headers['set-cookie'] = `MoodleSession=${begin(user)}; path=/; HttpOnly`;
    response.writeHead(303, headers).end();
  }

  function begin(user: UserRow): string {
    made += 1;
    open.set(`session${made}`, user.id);
    return `session${made}`;
  }

  /** A page for people who are signed in; sends others to the sign-in page. */
  function showPage(request: IncomingMessage, response: ServerResponse): void {
    const user = userOf(request);
    if (!user) return void response.writeHead(303, { location: `${site.setup.url}/login/index.php` }).end();
    sendPage(response, `${user.firstname} ${user.lastname}`, '<p>Dashboard</p>');
  }

  /** Asks for one press, since a link from elsewhere cannot know the session's key. */
  function signOut(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const cookie = cookieOf(request);
    const isPressed = query.get('sesskey') === cookie;
    if (userOf(request) && !isPressed)
      return void sendPage(response, 'Confirm', `<a href="?sesskey=${cookie}">Log out</a>`);
    end(request);
    response.writeHead(303, { location: `${site.setup.url}/` }).end();
  }

  return {
    answer(pathname: string, query: URLSearchParams, request: IncomingMessage, response: ServerResponse) {
      if (pathname === '/auth/userkey/login.php') signOn(query, request, response);
      else if (pathname === '/login/logout.php') signOut(query, request, response);
      else if (pathname === '/login/index.php') sendPage(response, 'Log in to the site', '');
      else if (pathname === '/') sendPage(response, 'Home', userOf(request)?.username ?? 'nobody');
      else if (pathname === '/my/' || pathname === '/course/view.php') showPage(request, response);
      else return false;
      return true;
    },
  };
}

function sendPage(response: ServerResponse, title: string, main: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><title>${title}</title><h1>${title}</h1>${main}`);
}

function cookieOf(request: IncomingMessage): string | null {
  return /(?:^|;\s*)MoodleSession=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? null;
}
