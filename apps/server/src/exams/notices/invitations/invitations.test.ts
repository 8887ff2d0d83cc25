import { fillParams } from '@guichet/contract/core/errors';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { previewInvitation, sendEmailTest } from '@guichet/contract/exams/notices.invitations';
import { issueTicket } from '@guichet/contract/identity/sessions';
import { importCandidates } from '@guichet/contract/imports/imports';
import { addFile, saveMessage } from '@guichet/contract/mail/messages';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailCatcher, openMailCatcher } from '../../../../test/mailCatcher.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import type { Queue } from '../../../core/queue/queue.service.ts';
import { startMailServer } from '../../../mail/outbox/fixtures/mailServer.ts';
import { startOutbox } from '../../../mail/outbox/sending/outbox.worker.ts';
import { mailWords } from '../../../mail/texts/texts.service.ts';

let catcher: MailCatcher;
let portal: TestPortal;
let admin: Caller;
let worker: Queue;

beforeAll(async () => {
  catcher = await openMailCatcher();
  portal = await openTestPortal({ SMTP_URL: catcher.url });
  admin = await portal.as('admin', 3, { email: 'zoe.cote@guichet.test' });
  worker = startOutbox(portal.context, 20);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
  await catcher.close();
});

const french = { systemId: 3, languageId: 'fr' } as const;
const english = { systemId: 3, languageId: 'en' } as const;
const text = {
  subject: 'Convocation : {{examTitle}}, {{firstName}}',
  body: `<h2 style="text-align:center">Bonjour {{firstName}} {{lastName}},</h2>
<p>L’examen <strong>{{examTitle}}</strong> &amp; l’accueil de {{systemTitle}} : {{examDate}}.</p>
<ul><li><span style="background-color:#fbeeb8">{{email}}</span></li><li>5 &lt; 6 = 100 %</li></ul>
<p><a href="{{setPasswordUrl}}">Choisir mon mot de passe</a></p><p><a href="{{loginUrl}}">{{loginUrl}}</a></p>`,
};

/** Acts, and returns the next mail that arrives. */
async function nextMail(act: () => Promise<unknown>) {
  const before = catcher.received.length;
  await act();
  await catcher.waitFor(before + 1, 10_000);
  const { raw, to } = catcher.received[before] as (typeof catcher.received)[number];
  return { raw, to, mail: await PostalMime.parse(raw) };
}

const lines = (action: string) =>
  portal.context.database.read.selectFrom('audit_lines').selectAll().where('action', '=', action).execute();

describe('access', () => {
  test.each([previewInvitation, sendEmailTest])(
    '$path is for administrators of that very system',
    async (endpoint) => {
      const input = { params: french, body: text } as never;
      expect((await portal.nobody.call(endpoint, input)).status).toBe(401);
      expect((await (await portal.as('support', 3)).call(endpoint, input)).status).toBe(403);
      expect((await (await portal.as('admin', 2)).call(endpoint, input)).status).toBe(403);
      expect(catcher.received).toEqual([]);
    },
  );
});

describe('preview, test and invitation', () => {
  test('S7.27 are one mail: the same layout, text and attachment; the test says that it is one, and the last day of a link', async () => {
    const space = await admin.call(createExamSpace, {
      params: { systemId: 3 },
      body: { title: 'Épreuve d’hiver', examDate: '2027-04-30' },
    });
    await admin.call(saveMessage, { params: french, body: text });
    await admin.call(addFile, {
      params: french,
      body: {},
      file: { name: 'Règles.pdf', bytes: '%PDF-1.7 é' },
    });
    const typed = await admin.call(previewInvitation, { params: french, body: text });

    const tested = await nextMail(() => admin.call(sendEmailTest, { params: french }));
    // The same person as a candidate: they have a password already, and read that it still works.
    const invited = await nextMail(() =>
      admin.call(importCandidates, {
        body: { systemId: 3, languageId: 'fr', selectedCourse: space.reply.courseId, sendEmail: true },
        file: { name: 'liste.csv', bytes: 'Prénom;Nom;Courriel\r\nZoé;Côté;zoe.cote@guichet.test' },
      }),
    );

    expect(tested.to).toBe('zoe.cote@guichet.test');
    const note = fillParams(mailWords.fr.frame.linkNote, { day: 'vendredi 30\u00A0avril 2027' });
    const withoutNote = (part = '') =>
      part.replace(new RegExp(`\\s*(<p class="muted"[^<>]*>)?${note}(</p>)?`), '');
    for (const part of [tested.mail.text, tested.mail.html]) expect(part).toContain(note);
    // The preview and the test name an invented person.
    const html = invited.mail.html?.replaceAll('Zoé Côté', 'Alex Exemple').replaceAll('Zoé', 'Alex') ?? '';
    const { text: words = '' } = invited.mail;
    expect(words).toContain(
      '\n\nUn document est joint à ce courriel. Ouvrez le fichier d’agenda joint pour ajouter',
    );
    const [choose, forgotten] = [
      /<p><a class="button"[^<>]*>Choisir mon mot de passe<\/a>/,
      `${portal.context.config.publicUrl}/forgot-password?lang=fr&systemId=3`,
    ];
    const known = mailWords.fr.frame.hasPassword;
    const filled = (part: string, link: string) => part.replace('{{setPasswordUrl}}', link);
    expect(html).not.toContain('Choisir mon mot de passe');
    expect(words).not.toContain('Choisir mon mot de passe');
    const calendarNote = mailWords.fr.calendar.test;
    for (const part of [tested.mail.text, tested.mail.html]) expect(part).toContain(calendarNote);
    // The test carries no file of an exam, so that it names none.
    const calendar = ` ${mailWords.fr.frame.attached.calendar}`;
    for (const part of [tested.mail.text, tested.mail.html]) expect(part).not.toContain(calendar.trim());
    const plain = withoutNote(tested.mail.html).replace(`\n<p>${calendarNote}</p>`, '');
    expect(plain.replace('<title>[Essai] ', '<title>').replace(choose, '<p>')).toBe(
      html.replace(filled(known.html, forgotten.replace('&', '&#38;')), '').replace(calendar, ''),
    );
    expect(words).toContain(filled(known.text, forgotten));
    // The sign-in link leads to the exam space, whatever other systems the reader is in.
    const path = `/dc?orgId=${space.reply.courseId}&lang=fr&systemId=3`;
    expect(words).toContain(`${portal.context.config.publicUrl}${path}`);
    expect(invited.mail.subject?.replace('Zoé', 'Alex')).toBe(typed.reply.subject);
    expect(tested.mail.subject).toBe(`[Essai] ${typed.reply.subject}`);
    const [own] = await portal.context.database.read
      .selectFrom('outgoing_mails')
      .select('user_id')
      .where('key', 'like', 'invitationTest:%')
      .execute();
    expect(own).toEqual({ user_id: null });
    expect(tested.mail.attachments.map(({ filename }) => filename)).toEqual(['Règles.pdf']);
    expect(Buffer.from(tested.mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('%PDF-1.7 é');

    expect(typed.reply).toMatchObject({
      subject: 'Convocation : Épreuve d’hiver, Alex',
      fileName: 'Règles.pdf',
      to: 'Alex Exemple <zoe.cote@guichet.test>',
      isUsable: true,
    });
    for (const words of [
      'Bonjour Alex Exemple',
      'vendredi 30\u00A0avril 2027',
      'background-color:#fbeeb8',
      'text-align:center',
    ])
      expect(typed.reply.html).toContain(words);
    expect(typed.reply.html).not.toMatch(/\{\{/);
    expect(await lines('message.testSent')).toMatchObject([
      { system_id: 3, subject: 'message:3:fr', actor_id: admin.userId },
    ]);
  });

  test('the preview is the mail of somebody new, with the last day of their link, apart from link and address', async () => {
    const exam = { title: 'Épreuve de mai', examDate: '2027-05-03' };
    const { reply: space } = await admin.call(createExamSpace, { params: { systemId: 3 }, body: exam });
    const body = { ...text, examId: space.id };
    const { reply } = await admin.call(previewInvitation, { params: french, body });
    const address = 'zoe.neuve@etu.example.ca';
    const { mail } = await nextMail(() =>
      admin.call(importCandidates, {
        body: { systemId: 3, languageId: 'fr', selectedCourse: space.courseId, sendEmail: true },
        file: { name: 'liste.csv', bytes: `Prénom;Nom;Courriel\r\nAlex;Exemple;${address}` },
      }),
    );
    expect(reply.text).toContain('au plus tard le lundi 3\u00A0mai 2027.');
    const likePreview = (part: string | undefined) =>
      part
        ?.replaceAll(/\/reset-password\?t=[^&]+&(?:#38;|amp;)?u=[^&]+&(?:#38;|amp;)?/g, '/forgot-password?')
        .replaceAll(address, 'zoe.cote@guichet.test');
    // The parser leaves the boundary's line break at the end of each part.
    expect(likePreview(mail.text)).toBe(`${reply.text}\n`);
    expect(likePreview(mail.html)).toBe(`${reply.html}\n`);
    expect(reply.preheader).toMatch(/^L’examen Épreuve de mai & l’accueil/);
    expect(mail.html).toContain(`aria-hidden="true">L’examen Épreuve de mai &#38; l’accueil`);
  });
});

describe('an invitation that arrives', () => {
  test('has the preheader of its message, hidden at the head, and no line of what its exam has not', async () => {
    const body =
      '<p>Bonjour {{firstName}},</p><p>Heures : {{examTime}}.<br>Lieu : {{examPlace}}.</p><p>Heures : {{examTime}}.</p>';
    const params = { systemId: 4, languageId: 'fr' } as const;
    const preheader = 'Le {{examDate}}, {{firstName}} <b>';
    const np = await portal.as('admin', 4);
    await np.call(saveMessage, { params, body: { subject: 'Place', body, preheader } });
    const exam = { title: 'Nu', examDate: '2027-04-30', placeFr: 'Salle 4' };
    const { reply } = await np.call(createExamSpace, { params: { systemId: 4 }, body: exam });
    const { mail } = await nextMail(() =>
      np.call(importCandidates, {
        body: { systemId: 4, languageId: 'fr', selectedCourse: reply.courseId, sendEmail: true },
        file: { name: 'liste.csv', bytes: 'Prénom;Nom;Courriel\r\nLéa;Roy;lea.roy@etu.example.ca' },
      }),
    );
    expect(mail.text).toMatch(
      /^Bonjour Léa,\n\nLieu : Salle 4\.\n\nOuvrez le fichier d’agenda joint [^\n]+\n\n-- \n/,
    );
    expect(`${mail.html} ${mail.text}`).not.toContain('Heures');
    const head = /<body[^>]*>\s*<div style="display:none[^>]*>([^<]*)<\/div>/.exec(mail.html ?? '');
    expect(head?.[1]).toBe('Le vendredi 30\u00A0avril 2027, Léa &#60;b&#62;');
    const own = await np.call(previewInvitation, { params, body: { subject: 'Place', body, preheader } });
    expect(own.reply).toMatchObject({
      preheader: 'Le vendredi 30\u00A0avril 2027, Alex <b>',
      examId: reply.id,
    });
    const derived = await np.call(previewInvitation, { params, body: { subject: 'Place', body } });
    expect(derived.reply.preheader).toBe('Lieu : Salle 4.');
    const bare = await np.call(previewInvitation, {
      params,
      body: { subject: 'Place', body: '<p>Bonjour,</p>' },
    });
    expect(bare.reply.preheader).toBe('Nu · vendredi 30\u00A0avril 2027');
  });
});

describe('the exam of a preview and of a test', () => {
  test('is the next one with candidates, else the next one, else an invented one, or the chosen one', async () => {
    const telfer = await portal.as('admin', 5);
    const look = async (examId: number | null, who = telfer, systemId = 5) =>
      who.call(previewInvitation, {
        params: { systemId, languageId: 'fr' },
        body: { subject: '{{examTitle}}', body: '<p>a</p>', examId },
      });
    const make = async (title: string, examDate: string) =>
      (await telfer.call(createExamSpace, { params: { systemId: 5 }, body: { title, examDate } })).reply;
    const shown = async (examId: number | null) => {
      const { subject, examId: id } = (await look(examId)).reply;
      return [subject, id];
    };
    expect(await shown(null)).toEqual(['Titre de l’examen', null]);
    const first = await make('Premier', '2027-05-01');
    const second = await make('Deuxième', '2027-05-02');
    expect(await shown(null)).toEqual(['Premier', first.id]);
    await telfer.call(importCandidates, {
      body: { systemId: 5, languageId: 'fr', selectedCourse: second.courseId, sendEmail: false },
      file: { name: 'liste.csv', bytes: 'Prénom;Nom;Courriel\r\nLéa;Roy;lea.roy@etu.example.ca' },
    });
    expect(await shown(null)).toEqual(['Deuxième', second.id]);
    expect(await shown(first.id)).toEqual(['Premier', first.id]);
    expect((await look(first.id, admin, 3)).problem.code).toBe('exam.notFound');

    const params = { systemId: 5, languageId: 'fr' } as const;
    await telfer.call(saveMessage, { params, body: { subject: '{{examTitle}}', body: '<p>a</p>' } });
    const tested = async (query: { examId?: number }) =>
      (await nextMail(() => telfer.call(sendEmailTest, { params, query }))).mail.subject;
    expect(await tested({ examId: first.id })).toBe('[Essai] Premier');
    expect(await tested({})).toBe('[Essai] Deuxième');
    const refused = await admin.call(sendEmailTest, { params: french, query: { examId: first.id } });
    expect([refused.status, refused.raw]).toEqual([404, expect.stringContaining('exam.notFound')]);
  });
});

describe('the preview', () => {
  const preview = (body: typeof text, params: typeof french | typeof english = french) =>
    admin.call(previewInvitation, { params, body });

  test('shows what is typed, cleaned as a save cleans it, and saves and sends nothing', async () => {
    const before = await portal.context.database.read.selectFrom('messages').selectAll().execute();
    const arrived = catcher.received.length;
    const { reply } = await preview({
      subject: ' Non\nenregistré ',
      body: '<p onclick="x()">Allô<script>x</script></p>',
    });
    expect(reply.subject).toBe('Non enregistré');
    expect(reply.html).toContain('<p>Allô</p>');
    expect(await portal.context.database.read.selectFrom('messages').selectAll().execute()).toEqual(before);
    expect(catcher.received).toHaveLength(arrived);
  });

  test('writes exam and day in the language of the message', async () => {
    const { reply } = await preview({ subject: '{{examDate}}', body: '<p>{{systemTitle}}</p>' }, english);
    expect(reply.subject).toBe('Friday, April\u00A030, 2027');
    expect(reply.html).toContain('<html lang="en">');
  });

  test('refuses a text that cannot be sent', async () => {
    expect((await preview({ subject: 'a', body: '<p>&nbsp;</p>' })).reply.isUsable).toBe(false);
    expect((await preview({ subject: ' ', body: '<p>b</p>' })).reply.isUsable).toBe(false);
  });

  test.each(['subject', 'body'])(
    'refuses an unknown placeholder in the %s by its name, at its field',
    async (field) => {
      const { status, problem } = await preview({ ...text, [field]: 'x {{prenom}}' });
      expect([status, problem.code, problem.params, problem.errors]).toEqual([
        400,
        'message.unknownPlaceholder',
        { name: 'prenom' },
        [{ path: field, messageKey: 'unknownPlaceholder' }],
      ]);
    },
  );

  test('takes an invented exam today if none is planned', async () => {
    const other = await portal.as('admin', 9);
    const { reply } = await other.call(previewInvitation, {
      params: { systemId: 9, languageId: 'en' },
      body: { subject: '{{examTitle}}, {{examDate}}', body: '<p>b</p>' },
    });
    expect(reply.subject).toBe('Exam title, Monday, January\u00A011, 2027');
  });
});

describe('the window of a test', () => {
  const page = { accept: 'text/html,application/xhtml+xml' };

  async function open(path: string, ticket?: string) {
    const cookies = ticket === undefined ? {} : { [ticket.split('=')[0] ?? '']: ticket.split('=')[1] ?? '' };
    return portal.app.inject({ url: path, headers: page, cookies });
  }

  test('S7.27 opens once by its ticket, and shows the recipient, the subject and the attachment', async () => {
    const file = { name: 'Règles.pdf', bytes: '%PDF-1.7 é' };
    await admin.call(addFile, { params: french, body: {}, file });
    const answer = await admin.call(issueTicket, {
      body: { purpose: 'sendEmailTest', systemId: 3, languageId: 'fr' },
    });
    const ticket = String(answer.headers['set-cookie']).split(';')[0];
    const before = catcher.received.length;
    const opened = await open('/api/message/SendEmailTest/3/1', ticket);
    expect(opened.statusCode).toBe(200);
    expect(opened.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(opened.body).toContain('<html lang="fr">');
    expect(opened.body).toContain('zoe.cote@guichet.test');
    expect(opened.body).toContain('Le courriel d’essai a été envoyé');
    expect(opened.body).toMatch(/<header><svg [\s\S]*Guichet[\s\S]*<\/header>/);
    expect(opened.body).toMatch(
      /À\s: <strong>zoe\.cote@guichet\.test<\/strong><br>Objet\s: <span lang="fr">\[Essai\] [^<]+<\/span>/,
    );
    expect(opened.body).toMatch(/<br>Pièce jointe\s: Règles\.pdf<br>/);
    expect(opened.body).toContain('href="/dc/configuration?tab=email&#38;message=fr">Revenir au message<');
    expect(catcher.received).toHaveLength(before + 1);

    const again = await open('/api/message/SendEmailTest/3/1', ticket);
    expect(again.statusCode).toBe(401);
    expect(again.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(again.body).toContain('Cette fenêtre ne s’ouvre qu’une fois');
    expect(catcher.received).toHaveLength(before + 1);
  });

  test('is in the person’s language, whatever that of the message', async () => {
    await portal.context.database.transact((tx) =>
      tx.updateTable('users').set({ language: 'en' }).where('id', '=', admin.userId).execute(),
    );
    const { raw } = await admin.call(sendEmailTest, { params: french });
    expect(raw).toContain('<html lang="en">');
    expect(raw).toContain('The test email has been sent');
    expect(raw).toContain('French message');
  });

  test('reports an empty message of that language, and sends nothing', async () => {
    await admin.call(saveMessage, { params: english, body: { subject: 'a', body: '<p></p>' } });
    const before = catcher.received.length;
    const { status, raw } = await admin.call(sendEmailTest, { params: english, headers: page });
    expect([status, catcher.received.length]).toEqual([409, before]);
    expect(raw).toContain('Ce message n’a pas encore d’objet ou de texte.');
  });

  async function sendThrough(smtpUrl: string) {
    await worker.stop();
    const { context } = portal;
    worker = startOutbox({ ...context, config: { ...context.config, smtpUrl } }, 20);
    return admin.call(sendEmailTest, { params: french });
  }

  test('shows a waiting mail with the reason when the mail server defers it', async () => {
    const server = await startMailServer({ recipient: () => '451 4.7.1 Greylisted' });
    const { status, raw } = await sendThrough(server.url);
    await server.stop();
    expect(status).toBe(200);
    expect(raw).toContain('The test email could not be sent yet');
    expect(raw).toContain('asks new senders to try again a little later');
    expect(raw).toContain('href="/outbox?system=3"');
  });

  test('shows a waiting mail while no transport is available', async () => {
    const { status, raw } = await sendThrough('smtp://127.0.0.1:1');
    expect(status).toBe(200);
    expect(raw).toContain('The test email is queued');
  });
});
