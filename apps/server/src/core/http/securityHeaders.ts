import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../runtime/config.ts';
import { AppError } from '../runtime/errors.ts';
import { contentPolicies } from './pages/contentPolicy.ts';

/** Browser features that the portal does not use. Passkeys are not here: the portal uses them. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

/** Adds the security headers to every answer, errors included, and refuses requests without a Host. */
export function protectAnswers(app: FastifyInstance, { publicUrl }: Config): void {
  const headers = {
    ...headersOfHelmet(publicUrl),
    'content-security-policy': contentPolicies(publicUrl).plain,
    'permissions-policy': permissionsPolicy,
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    // API answers are personal and must not be cached.
    if (/^\/api(\/|\?|$)/i.test(request.url)) reply.header('cache-control', 'no-store');
    // RFC 9112, 3.2. Node would refuse this too, but without the headers.
    const isNameless = request.raw.httpVersion === '1.1' && !request.headers.host;
    done(isNameless ? new AppError('request.unreadable') : undefined);
  });
}

/** The headers do not depend on the request, so they are computed once. */
function headersOfHelmet(publicUrl: string): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const lay = helmet({
    // Set separately, since pages with the text editor have a policy of their own.
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 365 * 24 * 60 * 60 },
    crossOriginEmbedderPolicy: false,
  });
  lay(answer.req, answer, () => {});
  return Object.fromEntries(
    Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
