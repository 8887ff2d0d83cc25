import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../apps/server/test/freePort.ts';
import { NotHere } from '../fault.ts';
import { makeFolder, removeFolder } from '../places/machine.ts';

const daemons = '/usr/lib/postfix/sbin';
/** The owner of the mailbox: no person of the machine. */
const nobody = 65534;
const password = 'only-on-loopback';

/** Postfix and Dovecot on loopback, with all their files in a temporary folder. */
export interface RealMailServers {
  readonly smtpUrl: string;
  readonly imapUrl: string;
  readonly returnPath: string;
  /** What both logged, for a report. */
  readonly logs: readonly string[];
  stop(): void;
}

/**
 * `guichet.test` is the domain of Postfix, with one mailbox, that of the return path; it takes mails to all addresses there, and
 * finds only then that they do not exist. `people.test` is delivered to the server at `peoplePort`.
 * @throws NotHere where they are not installed
 */
export async function startRealMailServers(peoplePort: number): Promise<RealMailServers> {
  const isHere = existsSync(join(daemons, 'master')) && existsSync('/usr/sbin/dovecot');
  if (!isHere || process.getuid?.() !== 0)
    throw new NotHere('Takes Postfix and Dovecot (apt install postfix dovecot-imapd), and root: skipped.');
  const folder = makeFolder('guichet-faults-mail-');
  chmodSync(folder, 0o755);
  const [smtpPort, imapPort] = [await findFreePort(), await findFreePort()];
  startPostfix(folder, smtpPort, peoplePort);
  startDovecot(folder, imapPort);
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    imapUrl: `imap://retours:${password}@127.0.0.1:${imapPort}/INBOX`,
    returnPath: 'retours@guichet.test',
    logs: ['postfix.log', 'dovecot.log'].map((name) => join(folder, name)),
    stop() {
      execFileSync('/usr/sbin/postfix', ['-c', join(folder, 'postfix'), 'stop'], { stdio: 'ignore' });
      execFileSync('/usr/sbin/dovecot', ['-c', join(folder, 'dovecot.conf'), 'stop'], { stdio: 'ignore' });
      removeFolder(folder);
    },
  };
}

function startPostfix(folder: string, port: number, peoplePort: number): void {
  const settings = join(folder, 'postfix');
  for (const name of ['postfix', 'spool', 'data', 'mail']) mkdirSync(join(folder, name));
  execFileSync('chown', ['postfix', join(folder, 'data')]);
  execFileSync('chown', [String(nobody), join(folder, 'mail')]);
  writeFileSync(join(settings, 'mailboxes'), 'retours@guichet.test retours/\n');
  writeFileSync(join(settings, 'transport'), `people.test smtp:[127.0.0.1]:${peoplePort}\n`);
  writeFileSync(
    join(settings, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = ${daemons}
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = ${folder}
myhostname = mail.guichet.test
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
disable_dns_lookups = yes
alias_maps =
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_reject_unlisted_recipient = no
recipient_delimiter = +
virtual_mailbox_domains = guichet.test
virtual_mailbox_maps = texthash:${settings}/mailboxes
virtual_mailbox_base = ${folder}/mail
virtual_minimum_uid = 1
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
transport_maps = texthash:${settings}/transport
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
delay_warning_time = 2s
`,
  );
  // Service, type, private, unprivileged, chroot, wake-up, processes, program. The mailbox is written as its owner, which takes
  // the rights of the superuser.
  writeFileSync(
    join(settings, 'master.cf'),
    `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
virtual unix - n n - - virtual
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`,
  );
  execFileSync('/usr/sbin/postfix', ['-c', settings, 'start'], { stdio: ['ignore', 'ignore', 'ignore'] });
}

function startDovecot(folder: string, port: number): void {
  const settings = join(folder, 'dovecot.conf');
  writeFileSync(
    settings,
    `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/dovecot
log_path = ${folder}/dovecot.log
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${folder}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
  );
  execFileSync('/usr/sbin/dovecot', ['-c', settings], { stdio: 'ignore' });
}
