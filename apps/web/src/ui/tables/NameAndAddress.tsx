import { BreakableAddress } from '../html/EmailLink.tsx';
import { WholeName } from '../html/WholeName.tsx';

/** A person in the cell that names the row: the name, with the address below unless null. */
export function NameAndAddress({ name, address }: { name: string; address: string | null }) {
  return (
    <>
      <span className="block">
        <WholeName name={name} />
      </span>
      {address && (
        <span className="block font-normal text-muted text-sm [overflow-wrap:anywhere]">
          <BreakableAddress address={address} />
        </span>
      )}
    </>
  );
}
