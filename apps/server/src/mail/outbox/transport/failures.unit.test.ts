import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../core/runtime/config.ts';
import { failureReasons, failureWords } from '../causes/failureWords.ts';
import { openFileTransport } from './fileTransport.ts';
import { probeMailServer, readSmtpUrl } from './mailer.ts';
import { connectFailure, sendFailure } from './smtpTransport.ts';
import { DeliveryFailure, storedFailure } from './transport.ts';

const smtp = (code: string, command: string, response?: string) =>
  Object.assign(new Error('words of the client'), {
    code,
    command,
    ...(response && { response, responseCode: Number(response.slice(0, 3)) }),
  });

describe('the answer of a mail server', () => {
  test.each([
    ['450 4.2.1 Mailbox busy', 'RCPT TO', 'later', 'deferred'],
    ['452 4.3.1 Disk full', 'DATA', 'later', 'deferred'],
    ['421 4.3.2 Going down', 'CONN', 'later', 'deferred'],
    ['550 5.1.1 <x@y.ca>: unknown', 'RCPT TO', 'never', 'mailboxUnknown'],
    ['550 No such user here', 'RCPT TO', 'never', 'mailboxUnknown'],
    ['550 5.7.1 Relaying denied', 'RCPT TO', 'later', 'senderRefused'],
    ['554 5.7.1 Client host blocked using dnsbl.example', 'RCPT TO', 'later', 'senderBlocked'],
    ['550 5.7.26 Your DKIM signature is wrong', 'DATA', 'later', 'senderUnproven'],
    ['550 5.7.1 Not here', 'RCPT TO', 'never', 'refusedByPolicy'],
    ['550 5.7.1 Not this', 'DATA', 'never', 'contentRefused'],
    ['451 4.7.1 Greylisted', 'RCPT TO', 'later', 'greylisted'],
    ['452 4.2.2 Over quota', 'RCPT TO', 'later', 'mailboxFull'],
    ['552 5.3.4 Too big', 'DATA', 'never', 'mailTooLarge'],
    ['550 5.7.1 Sender not yours', 'MAIL FROM', 'later', 'senderRefused'],
    // A temporary answer to MAIL FROM concerns the moment, unless its words say that the portal is the cause.
    ['451 4.7.0 Slow down', 'MAIL FROM', 'later', 'sendingTooFast'],
    ['451 4.3.2 Try again later', 'MAIL FROM', 'later', 'deferred'],
    ['451 4.7.1 Service unavailable - try again later', 'MAIL FROM', 'later', 'deferred'],
    ['452 4.3.1 Insufficient system storage', 'MAIL FROM', 'later', 'deferred'],
    ['450 No', 'MAIL FROM', 'later', 'deferred'],
    ['450 4.1.8 <p@x.ca>: Sender address rejected: Domain not found', 'MAIL FROM', 'later', 'senderRefused'],
    ['550 No', 'MAIL FROM', 'later', 'senderRefused'],
    ['HTTP/1.1 200 OK', 'DATA', 'later', 'connectionLost'],
  ])('%s to %s is for %s: %s', (response, command, kind, reason) => {
    expect(sendFailure(smtp('EENVELOPE', command, response))).toMatchObject({ kind, reason });
  });

  test('a connection that closes without an answer is a temporary failure', () => {
    expect(sendFailure(smtp('ECONNECTION', 'CONN'))).toMatchObject({
      kind: 'later',
      reason: 'connectionLost',
    });
  });

  test('what the client itself refuses is a permanent failure', () => {
    expect(sendFailure(smtp('EENVELOPE', 'API'))).toMatchObject({
      kind: 'never',
      reason: 'recipientRefused',
    });
    expect(sendFailure(smtp('EMESSAGE', 'MAIL FROM'))).toMatchObject({
      kind: 'never',
      reason: 'contentRefused',
    });
  });

  test('a server that is unreachable, or refuses our host name, fails no mail', () => {
    expect(connectFailure(smtp('ESOCKET', 'CONN'))).toMatchObject({
      kind: 'unreachable',
      reason: 'serverUnreachable',
    });
    expect(connectFailure(smtp('EAUTH', 'AUTH PLAIN', '535 5.7.8 No'))).toMatchObject({
      kind: 'unreachable',
      reason: 'serverRefusesUs',
    });
    expect(connectFailure(smtp('EPROTOCOL', 'CONN', '554 Relaying denied'))).toMatchObject({
      kind: 'unreachable',
      reason: 'serverRefusesUs',
    });
    expect(connectFailure(smtp('EPROTOCOL', 'CONN', '421 Too busy'))).toMatchObject({
      reason: 'serverUnreachable',
    });
  });

  test('a certificate that nobody vouches for is told as such, and what to do, not as a server that is away', () => {
    const untrusted = (words: string) => connectFailure(Object.assign(new Error(words), { code: 'ESOCKET' }));
    for (const [words, reply] of [
      [
        'self-signed certificate; if the root CA is installed locally, try --use-system-ca',
        'self-signed certificate',
      ],
      ['certificate has expired', 'certificate has expired'],
      [
        "Hostname/IP does not match certificate's altnames: a",
        "Hostname/IP does not match certificate's altnames: a",
      ],
      ['unable to get local issuer certificate', 'unable to get local issuer certificate'],
    ] as const)
      expect(untrusted(words)).toMatchObject({ kind: 'unreachable', reason: 'serverUntrusted', reply });
    expect(failureWords('serverUntrusted: certificate has expired', 'en')).toMatch(
      /is not accepted\..*SMTP_URL.*NODE_EXTRA_CA_CERTS.*\(certificate has expired\)$/,
    );
    for (const reason of ['serverUnreachable', 'serverSilent', 'serverRefusesUs'])
      for (const language of ['fr', 'en'] as const)
        expect(failureWords(reason, language)).toContain('SMTP_URL');
    const handshake = 'error:0A000410:SSL routines:ssl3_read_bytes:ssl/tls alert handshake failure';
    expect(untrusted(handshake)).toMatchObject({ reason: 'serverRefusesUs' });
  });

  test('a server that is silent, or answers smtps:// without TLS, is told without the words of a library', async () => {
    const silent = Object.assign(new Error('Greeting never received'), {
      code: 'ETIMEDOUT',
      command: 'CONN',
    });
    expect(connectFailure(silent)).toMatchObject({
      kind: 'unreachable',
      reason: 'serverSilent',
      reply: null,
    });
    const plain = createServer((socket) => socket.end('220 mail.example.ca ESMTP\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;
    const probe = probeMailServer(readConfig({ SMTP_URL: `smtps://127.0.0.1:${port}` }), 'en', 8000);
    expect(await probe).toMatchObject({
      words: expect.stringMatching(/smtp:\/\/ in place of smtps:\/\/.*465\.$/),
    });
    plain.close();
  });
});

describe('what an administrator reads', () => {
  test.each(['a', 'www', 'http', '\u202e', 'é '])(
    'of %j without an end costs no time and is short',
    (sign) => {
      const reply = Buffer.alloc(1_000_000, sign).toString();
      const began = performance.now();
      const { length } = storedFailure(new DeliveryFailure('never', 'recipientRefused', reply));
      expect(performance.now() - began).toBeLessThan(50);
      expect(length).toBeLessThan(250);
    },
  );

  test('every reason has a text in both languages, with the words of the server', () => {
    for (const reason of failureReasons) {
      const stored = storedFailure(new DeliveryFailure('later', reason, '451 4.7.1 Wait'));
      for (const language of ['fr', 'en'] as const)
        expect(failureWords(stored, language)).toMatch(/^[A-ZÀ-Ý].{20,}\. \(451 4\.7\.1 Wait\)$/);
      expect(failureWords(reason, 'fr')).not.toBe(failureWords(reason, 'en'));
    }
    expect(failureWords(null, 'fr')).toBeNull();
  });

  test.each([
    ['554 see https://x.ca/a?t=1 now', '554 see «…» now'],
    ['554 link <http://x.ca/reset-password?t=1>', '554 link «…»'],
    ['554 spam:\r\nwww.x.ca', '554 spam: «…»'],
    ['5'.repeat(500), '5'.repeat(200)],
    [`${'5'.repeat(199)}😀 no`, `${'5'.repeat(199)}😀`],
  ])('%j is shown as %j', (reply, shown) => {
    expect(new DeliveryFailure('never', 'contentRefused', reply).reply).toBe(shown);
  });
});

describe('SMTP_URL', () => {
  test('smtps is encrypted from the start; name and password are decoded', () => {
    expect(readSmtpUrl('smtps://a%40b:p%3Aw@mail.example.ca', 'portail')).toMatchObject({
      secure: true,
      host: 'mail.example.ca',
      name: 'portail',
      auth: { user: 'a@b', pass: 'p:w' },
    });
  });

  test('a password is sent unencrypted only to this machine, or where the address says so', () => {
    expect(readSmtpUrl('smtp://a:b@mail.example.ca:587', 'p').requireTLS).toBe(true);
    expect(readSmtpUrl('smtp://a:b@127.0.0.1:25', 'p').requireTLS).toBe(false);
    expect(readSmtpUrl('smtp://a:b@mail.example.ca?requireTLS=false', 'p').requireTLS).toBe(false);
    expect(readSmtpUrl('smtp://mail.example.ca', 'p')).toMatchObject({ requireTLS: false, auth: null });
  });

  test('five connections send at once, or as many as the address says, 1 to 20', () => {
    const transports = (query: string) => readSmtpUrl(`smtp://mail.example.ca${query}`, 'p').transportCount;
    const asked = [
      '',
      '?maxConnections=10',
      '?maxConnections=0',
      '?maxConnections=500',
      '?maxConnections=many',
    ];
    expect(asked.map(transports)).toEqual([5, 10, 1, 20, 5]);
  });
});

test('a folder in which no file can be written is away for the probe too, before a mail is tried', async () => {
  const probed = openFileTransport('/proc').probe();
  await expect(probed).rejects.toMatchObject({ kind: 'unreachable', reason: 'folderNotWritable' });
});
