import { BreakableAddress } from '../html/EmailLink.tsx';

/** A person in the cell that names the row: the name, with the address below unless null. */
export function NameAndAddress({ name, address }: { name: string; address: string | null }) {
  return (
    <>
      <span className="block">{name}</span>
      {address && (
        <span className="block font-normal text-muted text-sm [overflow-wrap:anywhere]">
          <BreakableAddress address={address} />
        </span>
      )}
    </>
  );
}
