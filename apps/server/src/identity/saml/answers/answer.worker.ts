import { parentPort } from 'node:worker_threads';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { readPosted } from '../bindings/bindings.ts';
import { readMessage } from '../reading/readMessage.ts';
import { readXml, type XmlElement, XmlFault } from '../reading/readXml.ts';

/** A posted answer, and what it has to be: for this request, this address and this audience, signed by one of these certificates. */
export interface PostedAnswer {
  readonly posted: string;
  readonly requestId: string;
  readonly address: string;
  readonly audience: string;
  readonly certificates: readonly string[];
}

/** `signed`: the assertion, read from the signed bytes alone; else the fault for which it does not count. */
export interface ReadAnswer {
  readonly answer: XmlElement;
  readonly signed: XmlElement | null;
  readonly fault: string;
}

/** `refused`: the fault of a document that is not read. */
export type AnswerReply = ReadAnswer | { readonly refused: string };

parentPort?.on('message', (posted: PostedAnswer) => void reply(posted));
parentPort?.postMessage('started');

async function reply(posted: PostedAnswer): Promise<void> {
  parentPort?.postMessage(await read(posted).catch(refuse));
}

function refuse(error: unknown): AnswerReply {
  if (error instanceof XmlFault) return { refused: error.message };
  throw error;
}

async function read({ posted, ...expected }: PostedAnswer): Promise<AnswerReply> {
  const answer = readMessage(readPosted(posted), ['Response']);
  try {
    const { profile } = await openLibrary(expected).validatePostResponseAsync({ SAMLResponse: posted });
    return { answer, signed: readXml(profile?.getAssertionXml?.() ?? ''), fault: '' };
  } catch (error) {
    return { answer, signed: null, fault: (error as Error).message };
  }
}

/** The library checks signature, audience and request; times are left to the portal, which knows its clock. */
function openLibrary({ requestId, address, audience, certificates }: Omit<PostedAnswer, 'posted'>): SAML {
  return new SAML({
    callbackUrl: address,
    issuer: audience,
    audience,
    idpCert: [...certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: Number.MAX_SAFE_INTEGER / 2,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (asked) => (asked === requestId ? new Date(0).toISOString() : null),
      removeAsync: async () => null,
    },
  });
}
