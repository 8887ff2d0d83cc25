import { type Form, itemsOf } from './form.ts';
import { isAddress, readFields } from './parameters.ts';
import { invalidParameter, moodleException, Refusal } from './refusals.ts';
import { type MoodleData, pause, takeTime, type UserRow } from './site.ts';

const auths = ['manual', 'oauth2', 'userkey', 'nologin'];

export const userFunctions = {
  async core_user_get_users_by_field(site: MoodleData, form: Form) {
    const { values, ...rest } = form;
    const { field = '' } = readFields(rest, { field: 'text' });
    const wanted = new Set(itemsOf(values));
    const found = [...site.users.values()].filter(
      (user) =>
        wanted.has(String(user[field as 'id' | 'idnumber' | 'username' | 'email'])) &&
        (site.setup.maySeePeople || user.username === 'guichet.connector'),
    );
    await takeTime(site, 40 + 9 * found.length);
    // Moodle leaves out who would be shown without the field that was asked for.
    return found.map((user) => shown(site, user)).filter((user) => field in user);
  },

  /** Lessons 1, 2, 3 and 6: all or none, one answer for every mistake, a username only once also in a race. */
  async core_user_create_users(site: MoodleData, form: Form) {
    const wanted = itemsOf(form.users).map((item) => {
      const user = readFields(item, {
        username: 'username',
        firstname: 'notags',
        lastname: 'notags',
        email: 'email',
        auth: 'text?',
        idnumber: 'text?',
        lang: 'text?',
        password: 'text?',
        createpassword: 'int?',
      });
      requireLanguage(site, user.lang);
      if (user.auth !== undefined && !auths.includes(user.auth)) throw invalidParameter('auth => nosuch');
      return user;
    });
    const rows: UserRow[] = [];
    for (const user of wanted) {
      const { username = '', firstname = '', lastname = '', email = '', auth = 'manual' } = user;
      const others = [...site.users.values(), ...rows];
      if (others.some((other) => other.username === username))
        throw invalidParameter(`Username already exists: ${username}`);
      if (auth === 'manual' && !user.password && !user.createpassword)
        throw invalidParameter('Invalid password: you must provide a password, or set createpassword.');
      requireFreeAddress(others, email, invalidParameter(`Email address already exists: ${email}`));
      for (const [name, text] of Object.entries({ firstname, lastname }))
        if (text.trim() === '') throw invalidParameter(`The field ${name} cannot be blank`);
      requireShort(firstname, lastname, email);
      rows.push({
        id: site.next.user++,
        username,
        firstname,
        lastname,
        email,
        auth,
        idnumber: user.idnumber ?? '',
        lang: user.lang ?? 'en',
        suspended: false,
        isAdmin: false,
        openId: null,
      });
    }
    // Others of the same moment have checked as well, and not yet stored.
    await pause(0);
    await takeTime(site, 20 + 5.7 * rows.length);
    if (rows.some(({ username }) => [...site.users.values()].some((other) => other.username === username)))
      throw new Refusal('dml_write_exception', 'dmlwriteexception', 'Error writing to database');
    for (const row of rows) site.users.set(row.id, row);
    return rows.map(({ id, username }) => ({ id, username }));
  },

  async core_user_update_users(site: MoodleData, form: Form) {
    const wanted = itemsOf(form.users).map((item) => {
      const change = readFields(item, {
        id: 'int',
        username: 'username?',
        firstname: 'notags?',
        lastname: 'notags?',
        email: 'text?',
        idnumber: 'text?',
        lang: 'text?',
        suspended: 'int?',
      });
      requireLanguage(site, change.lang);
      return change;
    });
    await takeTime(site, 20 + 6 * wanted.length);
    const warnings: object[] = [];
    for (const { id, suspended: _, ...change } of wanted) {
      try {
        updateUser(site, Number(id), change);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { errorcode: warningcode, message } = error;
        warnings.push({ item: 'user', itemid: Number(id), warningcode, message });
      }
    }
    return { warnings };
  },

  core_user_delete_users(site: MoodleData, form: Form) {
    for (const given of itemsOf(form.userids)) {
      if (site.users.delete(Number(given))) site.deletedUsers.add(Number(given));
      for (const people of site.enrolments.values()) people.delete(Number(given));
    }
    return null;
  },

  /** Lesson 8: of two accounts with one ID number it takes the first, of whatever kind. */
  auth_userkey_request_login_url(site: MoodleData, form: Form) {
    const { idnumber } = readFields(form.user, { idnumber: 'text' });
    const user = [...site.users.values()].find((one) => one.idnumber === idnumber && idnumber !== '');
    if (!user) throw invalidParameter('Unable to find user');
    const key = `${user.id}-${site.loginKeys.size + 1}-${idnumber}`;
    site.loginKeys.set(key, user.id);
    return { loginurl: `${site.setup.url}/auth/userkey/login.php?key=${key}` };
  },
};

function updateUser(site: MoodleData, id: number, change: Record<string, string | undefined>): void {
  const user = site.users.get(id);
  if (!user) throw moodleException('invaliduserid', 'Invalid user ID');
  if (user.isAdmin) throw moodleException('usernotupdatedadmin', 'Cannot update admin accounts');
  const others = [...site.users.values()].filter((other) => other !== user);
  if (change.email !== undefined && !isAddress(change.email))
    throw moodleException('useremailinvalid', 'error/useremailinvalid');
  requireShort(change.firstname, change.lastname, change.email);
  if (change.email !== undefined && change.email !== user.email)
    requireFreeAddress(others, change.email, moodleException('useremailduplicate', 'Duplicate address'));
  Object.assign(user, change);
}

/** As long as the columns of the database are. */
function requireShort(...texts: readonly (string | undefined)[]): void {
  if (texts.some((text) => text !== undefined && [...text].length > 100))
    throw new Refusal('dml_write_exception', 'dmlwriteexception', 'Error writing to database');
}

function requireFreeAddress(others: readonly UserRow[], email: string, refusal: Refusal): void {
  if (others.some((other) => other.email.toLowerCase() === email.toLowerCase())) throw refusal;
}

function requireLanguage({ setup }: MoodleData, lang: string | undefined): void {
  if (lang !== undefined && !setup.languages.includes(lang)) throw invalidParameter(`lang => ${lang}`);
}

function shown({ setup }: MoodleData, user: UserRow) {
  const { isAdmin: _, siteRole: _role, openId: _link, email, lastname, ...row } = user;
  const image = `${setup.url}/theme/image.php/boost/core/1/u/f1`;
  return {
    ...row,
    ...(setup.showsAddresses ? { email } : {}),
    ...(setup.showsLastNames ? { lastname } : {}),
    fullname: setup.showsLastNames ? `${row.firstname} ${lastname}` : row.firstname,
    department: '',
    firstaccess: 0,
    lastaccess: 0,
    confirmed: true,
    theme: '',
    timezone: '99',
    mailformat: 1,
    trackforums: 0,
    profileimageurlsmall: image,
    profileimageurl: image,
  };
}
