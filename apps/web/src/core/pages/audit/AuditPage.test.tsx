import { type ListedAuditLine, listAuditLines, recordExport } from '@guichet/contract/core/audit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { setLanguage } from '../../i18n/languageStore.ts';

let server: ReturnType<typeof fakeServer>;
let auditLog: ListedAuditLine[];
beforeEach(async () => {
  await setLanguage('fr');
  server = fakeServer();
  auditLog = [
    someLine({ id: 9, onBehalfOf: 'Zoé Côté', actor: 'Solange Bélanger' }),
    someLine({
      id: 8,
      action: 'candidates.imported',
      subject: 'exam:12',
      subjectName: 'Hiver 2027',
      subjectNameEn: null,
      examEn: null,
      people: [],
      detail: {
        name: 'Hiver 2027',
        fileName: 'liste.csv',
        rows: 1412,
        importId: 'a-b-c',
        examDate: '2027-03-04',
      },
    }),
    someLine({ id: 7, actorId: null, actor: '', systemId: null, action: 'gone.since', subject: 'thing:1' }),
  ];
  welcome(server, {
    entrances: [
      { systemId: 3, isAdmin: true },
      { systemId: 4, isSupport: true },
    ],
  });
  server.on(listAuditLines).reply(({ url }) => {
    const before = Number(url.searchParams.get('before') ?? Number.POSITIVE_INFINITY);
    const size = url.searchParams.get('pageSize') === '1' ? 1 : 2;
    const older = auditLog.filter(({ id }) => id < before);
    const lines = older.slice(0, size);
    return { lines, next: older.length > size ? (lines.at(-1)?.id ?? null) : null };
  });
});

function someLine(given: Partial<ListedAuditLine>): ListedAuditLine {
  return {
    id: 1,
    at: new Date('2027-02-12T20:05:09Z'),
    actorId: 2,
    actor: 'Aurélie D’Amours',
    onBehalfOf: null,
    systemId: 3,
    action: 'exam.deactivated',
    subject: 'exam:12',
    subjectName: 'Automne 2026',
    subjectEmail: null,
    subjectNameEn: null,
    examEn: null,
    people: [],
    detail: {},
    ...given,
  };
}

const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const lastQuery = () => Object.fromEntries(server.requestsTo(listAuditLines).at(-1)?.url.searchParams ?? []);

test('a line shows the action, the subject, the actor, the impersonated person, the system and the time', async () => {
  renderPortal('/audit');
  const row = await rowOf(/Automne 2026/);
  for (const text of ['Examen annulé', 'Solange Bélanger', 'agissant comme Zoé Côté', 'Examens DC'])
    expect(row.getByText(text)).toBeDefined();
  // S9.3: dd/MM/y and a 24-hour clock, in the university's time zone.
  expect(row.getByText(/^12\/02\/2027 15\sh\s05$/)).toBeDefined();
});

test('older lines are loaded from where the list ends', async () => {
  renderPortal('/audit');
  await rowOf(/Hiver 2027/);
  fireEvent.click(screen.getByRole('button', { name: 'Entrées plus anciennes' }));
  const row = await rowOf(/gone\.since/);
  expect(row.getByText('Personne sans session')).toBeDefined();
  expect(lastQuery().before).toBe('8');
  expect(screen.getByText('3 entrées au total')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Entrées plus anciennes' })).toBeNull();
});

test('filters are in the address and narrow the list', async () => {
  renderPortal('/audit?system=3&group=exams&q=roy&from=2027-02-01&to=2027-02-12');
  await rowOf(/Hiver 2027/);
  const asked = { systemId: '3', group: 'exams', person: 'roy', from: '2027-02-01', to: '2027-02-12' };
  expect(lastQuery()).toEqual({ ...asked, pageSize: '50' });
  fireEvent.change(screen.getByLabelText('Catégorie'), { target: { value: 'signIn' } });
  await waitFor(() => expect(location.search).toContain('group=signIn'));
  await waitFor(() => expect(lastQuery().group).toBe('signIn'));
});

test('today, yesterday and the last seven days are one press', async () => {
  renderPortal('/audit');
  await rowOf(/Hiver 2027/);
  for (const [name, first, last] of [
    ['Hier', 1, 1],
    ['7 derniers jours', 6, 0],
    ['Aujourd’hui', 0, 0],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name }));
    const before = (days: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(
        Date.now() - days * 86_400_000,
      );
    await waitFor(() => expect(lastQuery()).toMatchObject({ from: before(first), to: before(last) }));
    expect(screen.getByRole('button', { name, pressed: true })).toBeDefined();
  }
});

test('a move names who moved, from where and to where, and a content has its name rather than its label', async () => {
  auditLog = [
    someLine({
      id: 9,
      action: 'candidates.moved',
      subjectName: 'Séance 3',
      people: ['Chloé Singh'],
      detail: { name: 'Séance 3', exam: 'Séance 4', examId: 13, candidates: 1 },
    }),
    someLine({ id: 8, action: 'content.saved', subject: 'content:3:TechDiff:fr', subjectName: null }),
  ];
  renderPortal('/audit');
  await rowOf(/Chloé Singh\s: Séance 3 → Séance 4/);
  expect(screen.queryByText('TechDiff')).toBeNull();
});

test('a last day before the first is reported', async () => {
  renderPortal('/audit?from=2027-02-12&to=2027-02-01');
  expect(
    await screen.findByText('Cette date précède celle du début. Choisissez-en une autre.'),
  ).toBeDefined();
});

test('a day in words is understood as its field is left, and what is no day is told rather than dropped', async () => {
  renderPortal('/audit');
  const from = await screen.findByLabelText<HTMLInputElement>('Du');
  fireEvent.change(from, { target: { value: '8 mars 2027' } });
  fireEvent.blur(from);
  await waitFor(() => expect(window.location.search).toContain('from=2027-03-08'));
  expect(from.value).toBe('2027-03-08');
  fireEvent.change(from, { target: { value: '2027-13-45' } });
  await waitFor(() => expect(window.location.search).not.toContain('from='));
  expect(screen.queryByText(/n’est pas comprise/)).toBeNull();
  fireEvent.blur(from);
  await screen.findByText(/Cette date n’est pas comprise/);
  expect(from.getAttribute('aria-invalid')).toBe('true');
  expect(from.value).toBe('2027-13-45');
});

test('a link opens one line with its details, without database ids', async () => {
  renderPortal('/audit?line=8');
  const dialog = within(await screen.findByRole('dialog'));
  for (const text of ['liste.csv', /^1\s412$/, '4 mars 2027', /12 février 2027 à 15\sh\s05 min 09 s HNE/])
    expect(await dialog.findByText(text)).toBeDefined();
  expect(dialog.queryByText('a-b-c')).toBeNull();
  // The exam, and the number of its people, lead there; the name of a file leads nowhere.
  for (const name of ['Hiver 2027', /^1\s412$/])
    expect(dialog.getByRole('link', { name }).getAttribute('href')).toBe('/configuration/exams/3/12');
  expect(dialog.getAllByRole('link')).toHaveLength(2);
  fireEvent.click(dialog.getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(location.search).toBe(''));
});

test('a line that the reader may not see is reported as such', async () => {
  renderPortal('/audit?line=99');
  expect(await screen.findByText('Cette entrée ne figure pas dans votre journal')).toBeDefined();
});

/** Saves the list as a file once a row stands there; returns the lines of the file. */
async function exportFrom(row: RegExp, path = '/audit') {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  renderPortal(path);
  await rowOf(row);
  fireEvent.click(screen.getByRole('button', { name: 'Exporter' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  return (await saved[0]?.text())?.replace('\uFEFF', '').trim().split('\r\n') ?? [];
}

test('the file tells namesakes apart by their addresses', async () => {
  const of = { action: 'user.created', subjectName: 'Zoé Côté' };
  const namesakes = ['zoe@exemple.ca', 'zc@exemple.ca'].map((subjectEmail, at) =>
    someLine({ ...of, id: 6 - at, subject: `user:${at}`, subjectEmail }),
  );
  auditLog = [...auditLog, ...namesakes];
  const lines = await exportFrom(/Hiver 2027/);
  expect(lines.filter((line) => /;Zoé Côté · (zoe|zc)@exemple\.ca;/.test(line))).toHaveLength(2);
});

test('an exported list is named by its file among the details alone, and this list goes into the log of its system', async () => {
  const detail = { fileName: 'Feuille de présence 2027-02-13.xlsx', rows: 12 };
  auditLog = [someLine({ id: 6, action: 'list.exported', subject: null, subjectName: null, detail })];
  const [, line] = await exportFrom(/Liste exportée/, '/audit?system=3');
  expect(line).toMatch(/;Liste exportée;;Aurélie D’Amours;.*Fichier\s: Feuille de présence 2027-02-13\.xlsx/);
  expect(server.requestsTo(recordExport)[0]?.body).toMatchObject({ rows: 1, systemId: 3 });
});

test('the file has every line that matches the filter, page after page', async () => {
  const lines = await exportFrom(/Hiver 2027/);
  expect(lines).toHaveLength(4);
  const [told] = server.requestsTo(recordExport);
  expect(told?.body).toEqual({ fileName: expect.stringMatching(/^Journal.*csv$/), rows: 3 });
  expect(lines[0]).toBe('Date;Action;À propos de;Par;Agissant comme;Système;Précisions');
  expect(lines[1]).toMatch(/^2027-02-12 15:05:09 -05:00;Examen annulé;Automne 2026;Solange Bélanger;Zoé/);
  expect(lines[2]).toMatch(
    /Date de l’examen\s: 04\/03\/2027 \| Fichier\s: liste\.csv \| Lignes du fichier\s: 1\s412/,
  );
});

test('an empty result links back to the whole log', async () => {
  auditLog = [];
  renderPortal('/audit?q=personne');
  fireEvent.click(await screen.findByRole('button', { name: 'Afficher tout le journal' }));
  await screen.findByText('Aucune activité pour l’instant');
});

test('roles and corrections are shown as texts', async () => {
  auditLog = [
    someLine({
      id: 5,
      action: 'user.rolesChanged',
      detail: {
        given: ['admin:3', 'superAdmin'],
        roles: ['support:3', 'extraTime:3'],
        mailed: true,
        lastName: { from: 'Roy', to: 'Roi' },
        profession: { from: null, to: 'X' },
      },
    }),
  ];
  renderPortal('/audit?line=5');
  const dialog = within(await screen.findByRole('dialog'));
  const told = [
    'Administration – Examens DC, Superadministration',
    'Roy → Roi',
    'non précisé → X',
    'Courriel demandé',
  ];
  const right = 'Droit de voir et d’accorder le temps supplémentaire – Examens DC';
  for (const text of [...told, `Soutien – Examens DC, ${right}`])
    expect(await dialog.findByText(text)).toBeDefined();
});

test('the list names the exam into which or out of which one person went', async () => {
  auditLog = [
    someLine({ id: 7, action: 'candidate.unenrolled', detail: { name: 'Zoé', exam: 'Hiver' } }),
    someLine({ id: 8, action: 'candidate.enrolled', detail: { name: 'Zoé', exam: 'Été' } }),
  ];
  renderPortal('/audit');
  await screen.findByText(/^Désinscription d’un examen\s: Hiver$/);
  await screen.findByText(/^Inscription à un examen\s: Été$/);
});

test.each([
  ['given', 'Temps supplémentaire accordé'],
  ['changed', 'Temps supplémentaire modifié'],
  ['removed', 'Temps supplémentaire retiré'],
  // Lines of an older version, or of several kinds, have none.
  [undefined, 'Temps supplémentaire accordé, changé ou retiré'],
])('extra time that was %s is listed as such', async (change, said) => {
  auditLog = [someLine({ id: 9, action: 'exam.extraTimesChanged', detail: { change } })];
  renderPortal('/audit');
  await screen.findByText(said);
});

test('a kept column has its own name, and whoever was taken out alone is one person', async () => {
  auditLog = [
    someLine({
      id: 6,
      action: 'candidates.unenrolled',
      detail: { candidates: 1, columns: { 'list.Groupe': 'D', extraTime: 'F' } },
    }),
  ];
  renderPortal('/audit?line=6');
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Désinscription d’un examen');
  await dialog.findByText(/^Groupe\s: D; Temps supplémentaire \(minutes, % ou facteur\)\s: F$/);
});

test('one act on a person of two systems is one line that names both and leads to the person', async () => {
  welcome(server, { entrances: [3, 4].map((systemId) => ({ systemId, isAdmin: true })) });
  const act = { action: 'user.locked', subject: 'user:5', subjectName: 'Ana Roy', subjectEmail: 'ana@x.ca' };
  auditLog = [someLine({ id: 9, ...act, systemId: 4 }), someLine({ id: 8, ...act })];
  renderPortal('/audit');
  const rows = await screen.findAllByRole('row', { name: /Ana Roy/ });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.textContent).toMatch(/Examens NP, Examens DC/);
  fireEvent.click(screen.getByRole('button', { name: /^Voir les précisions/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const person = await dialog.findByRole('link', { name: 'Ana Roy' });
  expect(person.getAttribute('href')).toBe('/configuration/users?q=ana%40x.ca');
  dialog.getByText('Examens NP, Examens DC');
});

test('a change of language is one row that says so, also where one of two systems may not read the details', async () => {
  welcome(server, { entrances: [3, 4].map((systemId) => ({ systemId, isAdmin: true })) });
  const act = {
    action: 'user.corrected',
    subject: 'user:5',
    subjectName: 'Ana Roy',
    subjectEmail: 'ana@x.ca',
  };
  const detail = { name: 'Ana Roy', language: { from: 'fr', to: 'en' } };
  auditLog = [
    someLine({ id: 9, ...act, systemId: 4, detail: { name: 'Ana Roy' } }),
    someLine({ id: 8, ...act, detail }),
  ];
  renderPortal('/audit');
  const rows = await screen.findAllByRole('row', { name: /Ana Roy/ });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.textContent).toMatch(/Compte modifié\s: langue.*Examens DC, Examens NP/);
});

test('refused sign-ins of half a day are one row with their number and the time of the last', async () => {
  const tried = {
    action: 'session.passwordRefused',
    subject: 'user:5',
    subjectName: 'Ana Roy',
    systemId: null,
  };
  auditLog = [
    someLine({ id: 9, ...tried, at: new Date('2027-02-12T20:05:09Z') }),
    someLine({ id: 8, ...tried, at: new Date('2027-02-12T20:04:00Z') }),
  ];
  renderPortal('/audit');
  const rows = await screen.findAllByRole('row', { name: /Ana Roy/ });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.textContent).toMatch(/\s: 2 essais/);
  expect(rows[0]?.textContent).toMatch(/12\/02\/2027 15\sh\s05/);
});

test('a change is told field by field, before → after, on the screen and in the file', async () => {
  const before = { id: 'a-b', version: 1, labelEn: 'My account', isActive: true, trustsFactor: false };
  const more = { systemIds: null, domains: [], groupRoles: [{ profs: 'admin:3' }], kind: 'openid' };
  const detail = {
    name: 'U',
    before: { ...before, ...more },
    after: {
      ...before,
      version: 2,
      isActive: false,
      systemIds: [3],
      groupRoles: [],
      kind: 'openid',
      domains: ['u.ca'],
    },
  };
  auditLog = [someLine({ id: 6, action: 'provider.changed', subject: 'provider:a', systemId: null, detail })];
  renderPortal('/audit?line=6');
  const dialog = within(await screen.findByRole('dialog'));
  const told = {
    'En service': 'Oui → Non',
    Programmes: 'Tous les programmes → Examens DC',
    'Rôles d’après les groupes': /^profs\s: Administration – Examens DC → non précisé$/,
    'Domaines d’adresse': 'non précisé → u.ca',
  };
  for (const [name, value] of Object.entries(told)) {
    const term = await dialog.findByText(name);
    within(term.parentElement as HTMLElement).getByText(value);
  }
  expect(dialog.queryByText(/^(Avant|Après|Type|Texte du bouton.*)$/)).toBeNull();
});

test('a text is told before → after, a new thing as it is', async () => {
  const text = { label: 'Title', language: 'fr', before: 'Ancien', after: 'Nouveau' };
  const added = { name: 'U', after: { kind: 'openid', isActive: true } };
  auditLog = [
    someLine({ id: 6, action: 'content.saved', subject: 'content:3:Title:fr', detail: text }),
    someLine({ id: 5, action: 'provider.added', subject: 'provider:a', detail: added }),
  ];
  const [, saved, made] = await exportFrom(/Titre/);
  expect(saved).toMatch(/;Langue\s: Français \| Texte\s: Ancien → Nouveau$/);
  expect(made).toMatch(/Type\s: OpenID Connect/);
  expect(made).not.toMatch(/→/);
});

test.each([
  ['reminder.sent', { reason: 'examOver' }, 'Non envoyé : l’examen était passé'],
  ['message.ownGiven', { kind: 'invitation' }, 'Convocation'],
  ['platform.accountDecided', { reason: 'another' }, 'Le compte trouvé est à quelqu’un d’autre'],
  ['correction.asked', { correction: 'exam' }, 'Un examen'],
  ['correction.answered', { correction: 'name' }, 'Nom ou prénom'],
  ['account.identityLinked', { proof: 'mail' }, 'Lien reçu par courriel'],
])('a word of the program is told in the language of the reader: %s %o', async (action, detail, words) => {
  auditLog = [someLine({ id: 6, action, detail })];
  renderPortal('/audit?line=6');
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(words);
});

test('the text of a reminder has a name', async () => {
  auditLog = [someLine({ id: 6, action: 'message.saved', subject: 'reminder:3:en', subjectName: null })];
  renderPortal('/audit');
  await screen.findAllByText(/Rappel en anglais/);
});

test('the notice to everyone and the university have a name', async () => {
  auditLog = [
    someLine({ id: 6, action: 'broadcast.saved', subject: 'broadcast', subjectName: null }),
    someLine({ id: 5, action: 'university.renamed', subject: 'university', subjectName: null }),
  ];
  renderPortal('/audit');
  (await rowOf(/Avis à tout le monde/)).getByText('Avis à tout le monde');
  (await rowOf(/université modifié/)).getByText('Université');
});

test('who was made a super admin lately stands first, before everything newer', async () => {
  const given = someLine({
    id: 3,
    action: 'role.superAdminGiven',
    subject: 'user:5',
    subjectName: 'Ana Roy',
    systemId: null,
  });
  server
    .on(listAuditLines)
    .reply(({ url }) =>
      url.searchParams.get('before') === '4'
        ? { lines: [given], next: null }
        : { lines: auditLog, pinned: [{ ...given, isTakenBack: true }], next: null },
    );
  renderPortal('/audit');
  const title = await screen.findByText('Rôles de superadministration accordés dans les 30 derniers jours');
  screen.getByText(/^Ana Roy, par .*, puis retiré$/);
  const table = await screen.findByRole('table');
  expect(title.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Voir la ligne de .*Ana Roy/ }));
  expect(
    await within(await screen.findByRole('dialog')).findByText('Rôle de superadministration accordé'),
  ).toBeTruthy();
});

test('a system that is put aside can be chosen, since its log stays', async () => {
  welcome(server, { entrances: [{ systemId: 4, isAdmin: true, isArchived: true }] });
  renderPortal('/audit');
  await rowOf(/Automne 2026/);
  const choices = [...(screen.getByLabelText('Système') as HTMLSelectElement).options];
  expect(choices.map(({ value }) => value)).toEqual(['', '4']);
});
