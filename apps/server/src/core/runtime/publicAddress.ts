const loopback =
  /^(?:(?:[^.]+\.)*localhost\.?|localhost6?\.localdomain6?\.?|ip6-(?:localhost|loopback)|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/i;

/**
 * Whether mails would leave this machine with links to it: `SMTP_URL` names a server beyond loopback, and
 * `PUBLIC_URL` is not set, or is an address that nobody else can open. Nothing is sent then.
 */
export function lacksPublicAddress({ smtpUrl, publicUrl }: Addresses): boolean {
  return leavesMachine(smtpUrl) && isLocalAddress(publicUrl);
}

interface Addresses {
  readonly smtpUrl: string | null;
  readonly publicUrl: string;
}

/** Whether only the server's own machine can open a web address. */
export function isLocalAddress(address: string): boolean {
  return isLoopbackHost(hostOf(address));
}

export function leavesMachine(smtpUrl: string | null): boolean {
  return smtpUrl !== null && !isLoopbackHost(hostOf(smtpUrl));
}

/** The address of a mail server without a host means this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === '' || loopback.test(host);
}

function hostOf(address: string): string {
  return new URL(address).hostname;
}
