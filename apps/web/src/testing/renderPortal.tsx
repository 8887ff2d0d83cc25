import { recordExport } from '@guichet/contract/core/audit';
import { listLeftExams, listOwnExams } from '@guichet/contract/exams/candidate';
import {
  listCorrections,
  listCorrectionsOf,
  listWrittenCorrections,
} from '@guichet/contract/exams/candidate.corrections';
import { listExamCourses } from '@guichet/contract/exams/lti';
import { previewNotice } from '@guichet/contract/exams/notices';
import { forecastMail } from '@guichet/contract/exams/notices.invitations';
import { findClashes } from '@guichet/contract/exams/places.clashes';
import { listKeptColumns } from '@guichet/contract/exams/places.listValues';
import { listExtraTimeTroubles } from '@guichet/contract/exams/results.extraTime';
import { checkAccess, type Entrance, listEntrances } from '@guichet/contract/identity/access';
import { checkPassword } from '@guichet/contract/identity/account.given';
import { findOwnDetails } from '@guichet/contract/identity/account.own';
import { listFactors } from '@guichet/contract/identity/factors';
import { listOwnApplications } from '@guichet/contract/identity/provider.clients';
import type { AccessClaims } from '@guichet/contract/identity/sessions';
import { listRoles } from '@guichet/contract/identity/users.search';
import { countDoubts } from '@guichet/contract/learning/learning.doubts';
import { listPlatformTroubles } from '@guichet/contract/learning/learning.platforms';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { listSystemWork } from '@guichet/contract/overview/home';
import { listOpenSteps } from '@guichet/contract/overview/home.setup';
import { getPersonHistory, listTodaysExams } from '@guichet/contract/overview/support';
import { listContent } from '@guichet/contract/systems/content';
import { seedSystems } from '@guichet/contract/systems/landings';
import { listMailFrames } from '@guichet/contract/systems/systems';
import { configure, render } from '@testing-library/react';
import { followLinksInPage } from '../core/address/linkClicks.ts';
import { watchAddress } from '../core/address/location.ts';
import { signIn } from '../core/session/sessionStore.ts';
import { Root } from '../entry/Root.tsx';
import type { fakeServer } from './fakeServer.ts';
import { someForecast, someHistory } from './samples.ts';
import { accessToken, someClaims } from './tokens.ts';

// The first page of a run loads its scripts, which takes long.
configure({ asyncUtilTimeout: 40_000 });
watchAddress();
followLinksInPage();

/** Renders the portal at an address, signed in unless `claims` is null. */
export function renderPortal(path: string, claims: Partial<AccessClaims> | null = {}) {
  if (claims) {
    const tokens = { accessToken: accessToken(claims), refreshToken: 'refresh-1' };
    signIn(tokens, { ...someClaims, ...claims });
  }
  history.replaceState(null, '', path);
  return render(<Root />);
}

export interface Visitor {
  readonly fullName?: string;
  readonly isSuperAdmin?: boolean;
  readonly mustChoosePassword?: boolean;
  readonly isByProvider?: boolean;
  readonly superAdmins?: readonly { fullName: string; email: string }[];
  readonly entrances?: readonly Partial<Entrance>[];
}

const noContact = { emailFrom: null, replyTo: null, phone: null, officeFr: null, officeEn: null };
const noFrame = { ...noContact, emailFromName: null, emailFromNameEn: null };

/**
 * Default replies: home with the given entrances (each to one of the nine systems, without access unless
 * stated), working mail, no content, no second factors, no corrections.
 */
export function welcome(server: ReturnType<typeof fakeServer>, visitor: Visitor): void {
  const { fullName = 'Zoé Côté', isSuperAdmin = false, mustChoosePassword = false, entrances = [] } = visitor;
  const { superAdmins = isSuperAdmin ? [] : [{ fullName: 'Sol Dion', email: 'sol@exemple.ca' }] } = visitor;
  server.on(checkAccess).reply(() => true);
  server.on(recordExport).reply(() => true);
  server.on(listContent).reply(() => []);
  server.on(listExamCourses).reply(() => []);
  server.on(listRoles).reply(() => []);
  server.on(listFactors).reply(() => ({ totp: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false }));
  const own = { firstName: 'Zoé', lastName: 'Côté', email: 'zoe.cote@exemple.ca', newEmail: null };
  server.on(findOwnDetails).reply(() => own);
  server.on(listOwnExams).reply(() => []);
  server.on(listLeftExams).reply(() => []);
  server.on(listCorrections).reply(() => []);
  server.on(listOwnApplications).reply(() => []);
  server.on(listPlatformTroubles).reply(() => []);
  server.on(countDoubts).reply(() => 0);
  server.on(listExtraTimeTroubles).reply(() => []);
  server.on(previewNotice).reply(() => ({ fr: null, en: null, readers: ['fr', 'en'], isRead: true }));
  server
    .on(findOutgoingStatus)
    .reply(() => ({ held: null, trouble: null, refused: null, unsent: 0, isFiled: false }));
  server.on(listSystemWork).reply(() => []);
  server.on(listOpenSteps).reply(() => []);
  server.on(forecastMail).reply(() => someForecast());
  server.on(listKeptColumns).reply(() => []);
  server.on(checkPassword).reply(() => true);
  server.on(findClashes).reply(() => ({ people: 0, samples: [] }));
  server
    .on(listCorrectionsOf)
    .reply(() => ({ corrections: [], managers: [], readers: [], passedOnFields: [] }));
  server.on(listTodaysExams).reply(() => []);
  server.on(listWrittenCorrections).reply(() => []);
  server.on(listMailFrames).reply(() => ({ systems: [], university: noFrame, senderDomains: null }));
  server.on(getPersonHistory).reply(() => someHistory());
  server.on(listEntrances).reply(() => ({
    fullName,
    email: 'zoe.cote@exemple.ca',
    language: 'fr',
    isSuperAdmin,
    mustChoosePassword,
    isByProvider: visitor.isByProvider ?? false,
    superAdmins: [...superAdmins],
    entrances: entrances.map(someEntrance),
  }));
}

function someEntrance(given: Partial<Entrance>): Entrance {
  const system = seedSystems.find(({ id }) => id === given.systemId);
  if (!system) throw new Error(`There is no system ${given.systemId}.`);
  const { slug, name, landing } = system;
  const title = { fr: `Examens ${name}`, en: `${name} Exams` };
  const ways = { isAdmin: false, isSupport: false, isStudent: false, seesExtraTime: false };
  return {
    systemId: system.id,
    slug,
    name,
    landing,
    title,
    banner: null,
    isArchived: false,
    ...ways,
    ...given,
  };
}
