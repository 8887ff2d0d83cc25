import { existsSync } from 'node:fs';

/** Postfix and Dovecot, between which mails come back in a test, where both are installed. */
export function findMailServers() {
  const programs = ['/usr/lib/postfix/sbin/master', '/usr/sbin/dovecot'];
  return programs.every((program) => existsSync(program)) ? 'postfix' : null;
}
