import { expect, test } from 'vitest';
import type { MailFrame } from '../../../systems/university/university.service.ts';
import { contactIn } from './snapshotMailing.ts';

const bare: MailFrame = {
  from: { address: 'no-reply@uni.example.ca', name: null },
  replyTo: null,
  phone: null,
  office: null,
  logo: null,
};

const university = { fr: 'Université du Nord', en: 'North University' };

test.each([
  [{}, 'adressez-vous à votre programme (Université du Nord)', 'contact your program (North University)'],
  [{ office: 'Salle 2' }, 'adressez-vous à votre programme (Salle 2)', 'contact your program (Salle 2)'],
  [{ phone: '613 555-0133', office: 'Salle 2' }, 'appelez au 613\u00a0555-0133', 'call 613\u00a0555-0133'],
  [{ replyTo: 'a@uni.example.ca', office: 'Salle 2' }, 'répondez à ce courriel', 'reply to this email'],
  [
    { replyTo: 'a@uni.example.ca', phone: '613 555-0133' },
    'répondez à ce courriel ou appelez au 613\u00a0555-0133',
    'reply to this email or call 613\u00a0555-0133',
  ],
])('a mail names only ways to reach somebody that exist: %o', (own, fr, en) => {
  expect(contactIn('fr', { ...bare, ...own }, university)).toBe(fr);
  expect(contactIn('en', { ...bare, ...own }, university)).toBe(en);
});
