import { useEffect } from 'react';
import { navigate } from '../platform/location.ts';

/** Shows nothing and goes elsewhere; Back does not return here. */
export function Leave({ to }: { to: string }) {
  useEffect(() => navigate(to, 'replace'), [to]);
  return null;
}
