import { nameKeys } from '../users/users.service.ts';
import type { Candidate } from './candidateRows.ts';
import type { StagedCandidate } from './imports.queries.ts';

/** Checked candidates as rows of the stage: JSON in UTF-8, as it goes to the database. */
export function stagedRows(candidates: readonly Candidate[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(candidates.map(rowOf)));
}

function rowOf(candidate: Candidate): StagedCandidate {
  return {
    line: candidate.line,
    email: candidate.email,
    email_key: candidate.emailKey,
    first_name: candidate.firstName,
    last_name: candidate.lastName,
    ...nameKeys(candidate.firstName, candidate.lastName, candidate.email, candidate.studentNumber),
    student_number: candidate.studentNumber,
    language: candidate.language,
  };
}
