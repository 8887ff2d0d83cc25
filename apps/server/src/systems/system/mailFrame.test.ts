import { withoutBreaks } from '@guichet/contract/core/telephone';
import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { previewInvitation } from '@guichet/contract/exams/notices.invitations';
import { addCandidate } from '@guichet/contract/exams/places';
import { forgotPassword } from '@guichet/contract/identity/account';
import { createUser } from '@guichet/contract/identity/account.given';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { changeSystem, listSystems } from '@guichet/contract/systems/systems';
import { logoAddress, logoMaxBytes, removeLogo, saveLogo } from '@guichet/contract/systems/systems.logo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import type { Queue } from '../../core/queue/queue.service.ts';
import { type MailServer, type Received, startMailServer } from '../../mail/outbox/fixtures/mailServer.ts';
import { startOutbox } from '../../mail/outbox/sending/outbox.worker.ts';
import { makePng, pngChunk } from '../banners/fixtures/pictures.ts';

const university = {
  UNIVERSITY_NAME_FR: 'Université du Nord',
  UNIVERSITY_NAME_EN: 'University of the North',
  UNIVERSITY_REPLY_TO: 'accueil@nord.example.ca',
  UNIVERSITY_PHONE: '613 555-0100',
  UNIVERSITY_OFFICE_FR: 'Pavillon principal',
  UNIVERSITY_OFFICE_EN: 'Main Hall',
};
const frame = {
  emailFrom: 'dc@nord.example.ca',
  emailFromName: 'Examens du DC',
  emailFromNameEn: 'DC Exams',
  replyTo: 'bureau.dc@nord.example.ca',
  phone: '613 555-0133, poste 4',
  officeFr: 'Bureau 312 <pavillon Roy>',
  officeEn: 'Room 312 <Roy Hall>',
};
const none = { emailFrom: null, emailFromName: null, emailFromNameEn: null, replyTo: null };
const unset = { ...none, phone: null, officeFr: null, officeEn: null };

let server: MailServer;
let portal: TestPortal;
let worker: Queue;
let superAdmin: Caller;
let admin: Caller;
let people = 0;
beforeAll(async () => {
  server = await startMailServer();
  portal = await openTestPortal({ ...university, SMTP_URL: server.url });
  worker = startOutbox(portal.context, 20);
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 3);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
  await server.stop();
});

const change = (body: Record<string, unknown>, who = superAdmin, systemId = 3) =>
  who.call(changeSystem, { params: { systemId }, body: { name: 'DC', ...body } as never });
const setLogo = (bytes: Buffer, who = superAdmin) =>
  who.call(saveLogo, { params: { systemId: 3 }, body: {}, file: { name: 'logo.png', bytes } });
const dropLogo = (who = superAdmin) => who.call(removeLogo, { params: { systemId: 3 } });

/** Does something; returns the mails that arrive in consequence. */
async function mailsOf(work: () => Promise<{ readonly status: number }>, count = 1): Promise<Received[]> {
  const before = server.received.length;
  expect((await work()).status).toBe(200);
  await server.waitFor(before + count);
  return server.received.slice(before);
}

async function mailOf(work: () => Promise<{ readonly status: number }>): Promise<Received> {
  const [mail] = await mailsOf(work);
  return mail as Received;
}

/** Creates an account, whose mail arrives in this language. */
function newAccount(languageId: 'fr' | 'en', systemRole = 'DC') {
  const password = { newPassword: 'Nouveau#Volet1', confirmNewPassword: 'Nouveau#Volet1' };
  const person = { userName: `noe${++people}@etu.example.ca`, firstName: 'Noé', lastName: 'Où' };
  return mailOf(() =>
    superAdmin.call(createUser, {
      body: { ...person, ...password, roleList: [systemRole], sendEmail: true, languageId },
    }),
  );
}

async function newExam(): Promise<number> {
  const body = { title: 'Français écrit', titleEn: 'Written French', examDate: '2027-04-20' };
  const { reply } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  return reply.id;
}

const headerOf = ({ mail }: Received, name: string) => mail.headers.find(({ key }) => key === name)?.value;

describe('what stands around the mails of a system', () => {
  it('is the university’s where the system has nothing of its own', async () => {
    await change(unset);
    const { mail } = await newAccount('fr');
    expect(mail.from).toEqual({ name: 'Université du Nord', address: 'no-reply@localhost' });
    expect(mail.replyTo).toEqual([{ name: '', address: 'accueil@nord.example.ca' }]);
    expect(mail.text).toMatch(
      /-- \nUniversité du Nord\nPavillon principal\nTéléphone\u00a0: 613\u00a0555-0100\s*$/,
    );
    const english = (await newAccount('en')).mail;
    expect(english.from?.name).toBe('University of the North');
    expect(english.text).toMatch(/-- \nUniversity of the North\nMain Hall\nTelephone: 613\u00a0555-0100\s*$/);
    expect(english.attachments).toEqual([]);
  });

  it('is the system’s own, in the language of each mail', async () => {
    expect((await change(frame)).reply).toMatchObject(frame);
    const french = await newAccount('fr');
    expect(french.mail.from).toEqual({ name: 'Examens du DC', address: 'dc@nord.example.ca' });
    expect(french.mail.replyTo).toEqual([{ name: '', address: 'bureau.dc@nord.example.ca' }]);
    expect(french.mail.text).toContain(
      `Bureau 312 <pavillon Roy>\nTéléphone\u00a0: ${withoutBreaks(frame.phone)}`,
    );
    expect(french.mail.html).toContain('Bureau 312 &#60;pavillon Roy&#62;<br>');
    const english = await newAccount('en');
    expect(english.mail.from).toEqual({ name: 'DC Exams', address: 'dc@nord.example.ca' });
    expect(english.mail.text).toContain(`Room 312 <Roy Hall>\nTelephone: ${withoutBreaks(frame.phone)}`);
    expect(english.mail.html).toContain('Room 312 &#60;Roy Hall&#62;<br>');
  });

  it('takes the office of the other language where one has none, and the one name for both', async () => {
    await change({ ...frame, emailFromNameEn: '', officeFr: '' });
    expect((await newAccount('en')).mail.from?.name).toBe('Examens du DC');
    expect((await newAccount('fr')).mail.text).toContain('Room 312 <Roy Hall>');
    await change({ ...frame, emailFromName: '' });
    expect((await newAccount('fr')).mail.from?.name).toBe('Université du Nord');
    await change(frame);
  });

  it('stands in every mail of the system: invitation, cancellation, new password', async () => {
    await setLogo(makePng(480, 120));
    const { mail: account } = await newAccount('en');
    const email = account.to?.[0]?.address ?? '';
    const examId = await newExam();
    const params = { systemId: 3, examId };
    const invitation = await mailOf(() =>
      admin.call(addCandidate, { params, body: { email, sendEmail: true } }),
    );
    const cancellation = await mailOf(() => admin.call(cancelExam, { params, query: { sendEmail: true } }));
    const link = await mailOf(() =>
      portal.nobody.call(forgotPassword, { body: { email, systemId: 3, languageId: 'en' } }),
    );
    for (const received of [invitation, cancellation, link]) {
      expect(headerOf(received, 'reply-to')).toBe('bureau.dc@nord.example.ca');
      expect(received.mail.from).toEqual({ name: 'DC Exams', address: 'dc@nord.example.ca' });
      expect(received.mail.text).toContain('Room 312 <Roy Hall>\nTelephone: ');
      expect(received.mail.attachments.map(({ contentId }) => contentId)).toEqual([
        expect.stringMatching(/^<logo\d+@guichet>$/),
      ]);
    }
    expect(invitation.mail.subject).toBe('Exam notice: Written French (DC Exams)');
    expect(cancellation.mail.subject).toBe('Exam cancelled: Written French (DC Exams)');
    const other = (await newAccount('en', 'PDI')).mail;
    expect([other.from?.name, other.attachments.length]).toEqual(['University of the North', 0]);
    await dropLogo();
  });

  it.each(['emailFromName', 'emailFromNameEn', 'phone', 'officeFr', 'officeEn', 'replyTo', 'emailFrom'])(
    'refuses another header in %s',
    async (name) => {
      for (const end of ['\r\nBcc: evil@x.ca', '\nBcc: evil@x.ca', '\u2028x']) {
        const { status, problem } = await change({ ...frame, [name]: `dc@nord.example.ca${end}` });
        expect([status, problem.errors?.[0]?.path]).toEqual([400, name]);
      }
      const { reply } = await superAdmin.call(listSystems);
      expect(reply.find(({ id }) => id === 3)).toMatchObject(frame);
    },
  );

  it('refuses a reply address that is none, and several', async () => {
    for (const replyTo of ['bureau', 'a@u.ca, b@u.ca', 'a@u.ca>, <b@u.ca']) {
      const { problem } = await change({ ...frame, replyTo });
      expect(problem.errors).toEqual([{ path: 'replyTo', messageKey: 'email' }]);
    }
  });

  it('is written to the audit log with what it was before, and changed by super admins only', async () => {
    await change({ ...frame, phone: '613 555-0199' });
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('action', '=', 'system.changed')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(lines?.detail).toEqual({ before: { phone: frame.phone }, after: { phone: '613 555-0199' } });
    expect((await change({ phone: '1' }, admin)).status).toBe(403);
    await change(frame);
  });
});

describe('the logo', () => {
  it('is a part of the mail that its HTML shows, and never an address', async () => {
    const text = pngChunk('tEXt', Buffer.from('<script>alert(1)</script>'));
    const png = makePng(480, 120);
    const given = Buffer.concat([png.subarray(0, 33), text, png.subarray(33), Buffer.from('<?php')]);
    const { reply } = await setLogo(given);
    expect(reply.logoId).toEqual(expect.any(Number));
    const { raw, mail } = await newAccount('fr');
    const [logo] = mail.attachments;
    expect(logo).toMatchObject({ mimeType: 'image/png', disposition: 'inline', related: true });
    expect(logo?.contentId).toBe(`<logo${reply.logoId}@guichet>`);
    expect(Buffer.from(logo?.content as ArrayBuffer).equals(png)).toBe(true);
    expect(mail.html).toContain(
      `<img src="cid:logo${reply.logoId}@guichet" width="240" height="60" alt="Université du Nord"`,
    );
    expect(mail.html).not.toMatch(/<img[^>]+src="(?!cid:)/);
    expect(raw.toString('latin1')).toMatch(/Content-Type: multipart\/alternative;[\s\S]+multipart\/related;/);

    const shown = await portal.app.inject({ url: logoAddress(3, reply.logoId ?? 0) });
    expect(shown.rawPayload.equals(png)).toBe(true);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is inside the HTML where the portal shows a mail or a preview', async () => {
    const address = `src="data:image/png;base64,${makePng(480, 120).toString('base64')}"`;
    const { reply } = await superAdmin.call(listMails, { query: { systemId: 3 } });
    const { html } = (await superAdmin.call(getMail, { params: { mailId: reply.mails[0]?.id ?? 0 } })).reply;
    expect(html).toContain(address);
    const preview = await admin.call(previewInvitation, {
      params: { systemId: 3, languageId: 'fr' },
      body: { subject: 'A', body: '<p>B</p>' },
    });
    expect(preview.reply.html).toContain(address);
    expect([preview.reply.from, preview.reply.replyTo]).toEqual([
      'Examens du DC <dc@nord.example.ca>',
      frame.replyTo,
    ]);
  });

  it('names in a reminder how its readers reach somebody: by an answer, by telephone, or at the office', async () => {
    const body = { subject: 'A', body: '<p>{{contact}}</p>' };
    const contact = async (languageId: 'fr' | 'en') => {
      const params = { systemId: 3, languageId };
      return (await admin.call(previewInvitation, { params, query: { kind: 'reminder' }, body })).reply.text;
    };
    expect(await contact('fr')).toMatch(/^répondez à ce courriel ou appelez au 613\u00a0555-0133, poste 4\n/);
    expect(await contact('en')).toMatch(/^reply to this email or call 613\u00a0555-0133/);
  });

  it('that is replaced or removed stays in mails that are queued, and is forgotten with none', async () => {
    const logos = () =>
      portal.context.database.read.selectFrom('mail_logos').select('width').orderBy('id').execute();
    const before = (await logos()).length;
    await worker.stop();
    const received = server.received.length;
    await setLogo(makePng(100, 50));
    const password = { newPassword: 'Nouveau#Volet1', confirmNewPassword: 'Nouveau#Volet1' };
    const person = { userName: 'file@etu.example.ca', firstName: 'Noé', lastName: 'Où', roleList: ['DC'] };
    const body = { ...person, ...password, sendEmail: true, languageId: 'fr' as const };
    await superAdmin.call(createUser, { body });
    await setLogo(makePng(90, 45));
    await setLogo(makePng(80, 40));
    expect((await dropLogo()).reply.logoId).toBeNull();
    // The logo of 90 pixels is in no mail; that of 80 was just removed, and a mail may be about to use it.
    expect((await logos()).slice(before)).toEqual([{ width: 100 }, { width: 80 }]);
    worker = startOutbox(portal.context, 20);
    await server.waitFor(received + 1);
    const [part] = server.received[received]?.mail.attachments ?? [];
    expect(Buffer.from(part?.content as ArrayBuffer).equals(makePng(100, 50))).toBe(true);
    expect((await newAccount('fr')).mail.attachments).toEqual([]);
    expect((await portal.app.inject({ url: '/api/valid/logo/3' })).statusCode).toBe(404);
  });

  it.each([
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      400,
      'logo.wrongKind',
    ],
    ['no image', Buffer.from('%PDF-1.4'), 400, 'logo.wrongKind'],
    ['half a PNG', makePng(100, 50).subarray(0, -20), 400, 'logo.wrongKind'],
    ['too wide', makePng(1201, 50), 400, 'logo.wrongSize'],
    ['too small', makePng(15, 50), 400, 'logo.wrongSize'],
    ['too heavy', Buffer.alloc(logoMaxBytes + 1, 1), 413, 'request.tooLarge'],
    ['of five megabytes', Buffer.alloc(5 * 1024 * 1024, 1), 413, 'request.tooLarge'],
  ])('that is %s is refused, and the previous one stays', async (_what, bytes, status, code) => {
    const { reply: before } = await setLogo(makePng(100, 50));
    const answer = await setLogo(bytes);
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
    const { reply } = await superAdmin.call(listSystems);
    expect(reply.find(({ id }) => id === 3)?.logoId).toBe(before.logoId);
  });

  it('is set and removed by administrators of the system only', async () => {
    const { reply: before } = await setLogo(makePng(100, 50), admin);
    for (const [who, status] of [
      [portal.nobody, 401],
      [await portal.as('support', 3), 403],
      [await portal.as('admin', 2), 403],
    ] as const)
      expect([(await setLogo(makePng(90, 45), who)).status, (await dropLogo(who)).status]).toEqual([
        status,
        status,
      ]);
    expect((await setLogo(makePng(100, 50))).reply.logoId).toBe(before.logoId);
  });
});
