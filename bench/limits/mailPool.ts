/**
 * nodemailer's own pool alone: `mailPool.ts PORT COUNT CONNECTIONS FILE`, where FILE is the mail. Reports milliseconds.
 */
import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';

const [, , port, count, connections, file = ''] = process.argv;
const { subject, html, text, attachments } = JSON.parse(readFileSync(file, 'utf8'));
const pool = createTransport({
  pool: true,
  host: '127.0.0.1',
  port: Number(port),
  ignoreTLS: true,
  maxConnections: Number(connections),
  maxMessages: Number.POSITIVE_INFINITY,
});
const send = (n: number) =>
  pool.sendMail({
    from: { name: 'Portail', address: 'portail@example.ca' },
    to: { name: `Personne ${n}`, address: `personne.${n}@etu.example.ca` },
    subject,
    html,
    text,
    attachments,
    textEncoding: 'quoted-printable',
  });
await send(0);
const start = performance.now();
await Promise.all(Array.from({ length: Number(count) }, (_, n) => send(n)));
const ms = performance.now() - start;
pool.close();
process.send?.(ms, () => process.disconnect());
