import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { contentPolicies } from './contentPolicy.ts';
import { AppError } from './errors.ts';

/** The portal asks a browser for none of these; a passkey is the one thing that it may ask for. */
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

/** Lays the protecting headers on every answer, errors included, and refuses a request that names no host. */
export async function protectAnswers(app: FastifyInstance, { publicUrl }: Config): Promise<void> {
  await app.register(helmet, {
    // Ours, since pages with the text editor have one of their own.
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 365 * 24 * 60 * 60 },
    crossOriginEmbedderPolicy: false,
  });
  const { plain } = contentPolicies(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'content-security-policy': plain, 'permissions-policy': permissionsPolicy });
    // What the API answers is for one reader at one moment.
    if (/^\/api(\/|\?|$)/i.test(request.url)) reply.header('cache-control', 'no-store');
    // RFC 9112, 3.2. Node would refuse it too, but without the headers.
    if (request.raw.httpVersion === '1.1' && !request.headers.host) throw new AppError('request.unreadable');
  });
}
