import { type Html, html } from '@guichet/contract/core/html';

const base = 'urn:oasis:names:tc:SAML:2.0:status:';
/** Refusals (SAML Core 2.0, 3.2.2.2), each with the side at which it lies. */
const sides = {
  InvalidNameIDPolicy: 'Requester',
  RequestUnsupported: 'Requester',
  UnsupportedBinding: 'Requester',
  NoAuthnContext: 'Responder',
  NoPassive: 'Responder',
  RequestDenied: 'Responder',
} as const;
export type Status = keyof typeof sides;

/** The status of an answer; null: success. */
export function makeStatus(status: Status | null): Html {
  const top = status === null ? 'Success' : sides[status];
  return html`<samlp:Status><samlp:StatusCode Value="${base}${top}">${
    status !== null && html`<samlp:StatusCode Value="${base}${status}"/>`
  }</samlp:StatusCode></samlp:Status>`;
}
