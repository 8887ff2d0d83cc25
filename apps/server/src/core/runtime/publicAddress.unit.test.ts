import { expect, it } from 'vitest';
import { lacksPublicAddress } from './publicAddress.ts';

const away = 'smtp://mail.uni.example.ca';
const here = 'http://localhost:3000';

it.each([
  [away, here, true],
  ['smtps://user:pass@10.0.0.5:465', 'http://127.0.0.1', true],
  [away, 'http://127.1:8080', true],
  [away, 'http://[::1]:3000', true],
  [away, 'http://[::ffff:127.0.0.1]', true],
  [away, 'http://0.0.0.0', true],
  [away, 'http://portail.localhost', true],
  [away, 'http://localhost.localdomain:3000', true],
  [away, 'http://ip6-localhost', true],
  [away, 'http://ip6-loopback:3000', true],
  ['smtp://localhost.localdomain:25', here, false],
  [away, 'https://portail.uni.example.ca', false],
  [away, 'http://localhost.uni.example.ca', false],
  ['smtp://localhost:1025', here, false],
  ['smtp://127.0.0.2', here, false],
  ['smtp://[::1]:25', here, false],
  [null, here, false],
])('mails to %s with links to %s wait: %s', (smtpUrl, publicUrl, expected) => {
  expect(lacksPublicAddress({ smtpUrl, publicUrl })).toBe(expected);
});
