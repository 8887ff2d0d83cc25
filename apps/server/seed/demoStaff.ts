import type { Role } from '@guichet/contract/core/access';

export interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

interface Staff {
  readonly admin: Name;
  readonly support: Name;
  readonly candidate: Name;
}

/** First name and last name of three people per system, by its slug. */
const names: Record<string, readonly [string, string, string, string, string, string]> = {
  education: ['Geneviève', 'Fortin', 'Malik', 'Benali', 'Camille', 'Desrosiers'],
  pdi: ['Marc-André', 'Pelletier', 'Hannah', 'Fraser', 'Justine', 'Ouellet'],
  dc: ['Aurélie', 'D’Amours', 'Trevor', 'O’Connell', 'Zoé', 'Côté'],
  np: ['Catherine', 'Walsh', 'Samir', 'Haddad', 'Rosalie', 'Gauthier'],
  telfer: ['Priya', 'Raman', 'Julien', 'Arsenault', 'Nathan', 'Beaulieu'],
  ac: ['Louis-Philippe', 'Morin', 'Grace', 'Adeyemi', 'Maude', 'Rivard'],
  ilob: ['Ingrid', 'Sørensen', 'Yannick', 'Doucet', 'Elias', 'Kowalski'],
  tep: ['Nadia', 'Belhadj', 'Peter', 'McLeod', 'Florence', 'Vachon'],
  cgpp: ['Simone', 'Archambault', 'Daniel', 'Ng', 'Raphaël', 'Thibault'],
};

export function staffOf(slug: string): Staff {
  const [adminFirst = '', adminLast = '', supportFirst = '', supportLast = '', first = '', last = ''] =
    names[slug] ?? [];
  return {
    admin: { firstName: adminFirst, lastName: adminLast },
    support: { firstName: supportFirst, lastName: supportLast },
    candidate: { firstName: first, lastName: last },
  };
}

/** The accounts that every system has: `admin.dc@demo.example` and so on. */
export const posts = [
  { name: 'admin', role: 'admin', profession: 'Administration de programmes' },
  { name: 'support', role: 'support', profession: 'Student services' },
  { name: 'candidate', role: 'student', profession: null },
] as const satisfies readonly { name: keyof Staff; role: Role; profession: string | null }[];
