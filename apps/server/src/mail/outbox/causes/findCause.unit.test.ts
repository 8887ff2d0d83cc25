import { describe, expect, test } from 'vitest';
import { failureReasons, failureWords, isOfSender } from './failureWords.ts';
import { findCause } from './findCause.ts';

describe('the cause of a mail that came back', () => {
  test.each([
    ['5.1.1', '', 'mailboxUnknown'],
    ['5.1.10', '', 'mailboxUnknown'],
    ['5.1.2', '', 'domainUnknown'],
    ['5.1.6', '', 'mailboxClosed'],
    ['5.1.8', '', 'senderRefused'],
    ['5.4.4', '', 'domainUnknown'],
    ['5.2.1', '', 'mailboxClosed'],
    ['5.2.2', '', 'mailboxFull'],
    ['4.2.2', '', 'mailboxFull'],
    ['5.7.1', '', 'refusedByPolicy'],
    ['5.7.26', '', 'senderUnproven'],
    ['5.3.4', '', 'mailTooLarge'],
    ['5.6.0', '', 'contentRefused'],
    ['4.4.1', '', 'recipientServerSilent'],
    ['4.7.0', '', 'recipientServerSilent'],
    ['5.9.9', '', 'recipientRefused'],
    ['', '', 'recipientRefused'],
  ] as const)('is told by the code %j where the server gives no words', (status, words, cause) => {
    expect(findCause({ delivery: 'failed', status, words })).toBe(cause);
  });

  test.each([
    // The sender's fault, under codes of the recipient's address.
    [
      '5.1.0',
      '550 5.1.0 192.0.2.4 may not use the domain example.ca: its SPF record says so',
      'senderUnproven',
    ],
    ['5.1.1', '550 5.1.1 Rejected: DKIM signature of example.ca does not verify', 'senderUnproven'],
    ['5.7.1', '550 5.7.1 Refused by the DMARC policy of example.ca', 'senderUnproven'],
    ['5.1.1', '550 5.1.1 Host 192.0.2.4 is on our blocklist', 'senderBlocked'],
    ['5.7.1', '554 5.7.1 Poor reputation of the sending host', 'senderBlocked'],
    ['5.1.0', '550 5.1.0 <retours@example.ca> Sender address rejected: nobody there', 'senderRefused'],
    ['5.1.0', '550 5.1.0 example.ca is not allowed to send here', 'senderRefused'],
    ['5.7.1', '554 5.7.1 <lea@etu.example.ca>: Relay access denied', 'senderRefused'],
    [
      '5.1.1',
      '550 5.1.1 <lea@etu.example.ca> - 192.0.2.4 sent to too many recipients this hour',
      'sendingTooFast',
    ],
    ['4.7.0', '421 4.7.0 Throttled, slow down', 'sendingTooFast'],
    ['5.7.1', '550 5.7.1 Message refused as spam', 'refusedByPolicy'],
    // The recipient's address, under codes of the sender, of routing or of no meaning.
    ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'mailboxUnknown'],
    ['5.7.1', '550 5.7.1 <lea@etu.example.ca>: Recipient address rejected: User unknown', 'mailboxUnknown'],
    ['5.7.1', '554 5.7.1 <lea@etu.example.ca>: Recipient address rejected: Access denied', 'refusedByPolicy'],
    ['5.0.0', '550 Lea Tessier is not a known user', 'mailboxUnknown'],
    ['5.0.0', '550 <lea@etu.example.ca>: Unrouteable address', 'mailboxUnknown'],
    ['5.0.0', 'Unrouteable address', 'domainUnknown'],
    ['5.0.0', '554 delivery error: this user has no account, User not found', 'mailboxUnknown'],
    ['', 'Adresse du destinataire inconnue', 'mailboxUnknown'],
    ['5.1.1', '550 5.1.1 Le compte de cette personne est fermé', 'mailboxClosed'],
    ['5.1.1', '550 5.1.1 This account is disabled', 'mailboxClosed'],
    ['5.1.1', '552 5.1.1 <lea@etu.example.ca> mailbox is full', 'mailboxFull'],
    ['5.7.1', '554 5.7.1 Boîte aux lettres pleine', 'mailboxFull'],
    ['5.0.0', '552 Message exceeds the maximum size', 'mailTooLarge'],
    ['4.0.0', '450 Greylisted, please come back', 'greylisted'],
    ['5.0.0', '550 Host unknown', 'domainUnknown'],
    ['5.0.0', '550 Attachment with a virus', 'contentRefused'],
    ['4.0.0', 'Connection timed out', 'recipientServerSilent'],
    // Words and code of the server behind go before those of the server that quotes them.
    ['5.1.0', "5.1.0 - Unknown address error 550-'5.2.2 <lea@etu.example.ca>... No'", 'mailboxFull'],
    [
      '5.1.1',
      '550 5.1.1 Unknown recipient or other problem -> 550 5.7.1 Your IP is blocked',
      'senderBlocked',
    ],
    ['5.3.0', '550 5.3.0 Refused by the next server: 550 5.1.1 No', 'mailboxUnknown'],
    [
      '5.2.1',
      '550-5.2.1 This user gets mail too quickly\n550 5.2.1 See https://example.com/p',
      'sendingTooFast',
    ],
    ['5.0.0', '550 No (in reply to MAIL FROM command)', 'senderRefused'],
    // An address is no cause.
    ['5.1.1', '550 5.1.1 <spf.blacklist@dmarc.example.ca>: No', 'mailboxUnknown'],
  ] as const)('%j %j is %s', (status, words, cause) => {
    expect(findCause({ delivery: 'failed', status, words })).toBe(cause);
  });

  test('is looked for in the text of the report only where the server says nothing', () => {
    const told = ['The account may not exist, or you are blacklisted.'];
    expect(findCause({ delivery: 'failed', words: '550', told })).toBe('senderBlocked');
    expect(findCause({ delivery: 'failed', status: '5.1.1', words: '550', told })).toBe('mailboxUnknown');
    expect(findCause({ delivery: 'failed', words: '550 Rejected by us', told })).toBe('refusedByPolicy');
    expect(findCause({ delivery: 'failed', words: '550 Not today', told })).toBe('recipientRefused');
  });

  test('of a delay is told where it says more than that', () => {
    const delay = (words: string) => findCause({ delivery: 'delayed', words });
    expect(delay('421 4.4.1 Connection timed out')).toBe('deliveryDelayed');
    expect(delay('450 4.1.1 User unknown')).toBe('deliveryDelayed');
    expect(delay('451 4.7.1 Greylisting in action')).toBe('greylisted');
    expect(delay('452 4.2.2 Over quota')).toBe('mailboxFull');
    expect(delay('421 4.7.28 Unusual')).toBe('sendingTooFast');
  });

  test('takes no time for words without an end', () => {
    for (const words of [
      '550 '.repeat(50_000),
      'a@'.repeat(100_000),
      'user '.repeat(50_000),
      '5.'.repeat(100_000),
    ]) {
      const began = performance.now();
      findCause({ delivery: 'failed', words, told: [words] });
      expect(performance.now() - began).toBeLessThan(100);
    }
  });
});

test('of a cause that is the sender’s, every text says that the address is not at fault', () => {
  for (const reason of failureReasons.filter(isOfSender)) {
    expect(failureWords(reason, 'fr')).toContain('adresse de la personne n’est pas en cause');
    expect(failureWords(reason, 'en')).toContain('address is not the cause');
  }
  expect(failureReasons.filter(isOfSender)).toHaveLength(5);
});

test('a failure that the portal tries again by itself asks for nothing meanwhile', () => {
  const full = 'mailboxFull: 452 4.2.2 Over quota';
  expect(failureWords(full, 'fr')).toContain('Renvoyez le courriel');
  expect(failureWords(full, 'fr', true)).toBe(
    'La boîte de cette personne est pleine. Rien à faire d’ici au prochain essai. (452 4.2.2 Over quota)',
  );
  expect(failureWords('greylisted: 450 4.2.0', 'en', true)).toBe(failureWords('greylisted: 450 4.2.0', 'en'));
});
