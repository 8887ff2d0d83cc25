import { useFormats } from '../../core/i18n/formats.ts';
import { InlineSelect } from '../../ui/fields/InlineSelect.tsx';
import { Options } from '../../ui/fields/Options.tsx';

export interface KindSelectProps {
  label: string;
  allLabel: string;
  /** The rows by kind; the kinds are in words. */
  kinds: ReadonlyMap<string, readonly unknown[]>;
  /** The chosen kind; any other text shows all. */
  value: string;
  onChange: (kind: string) => void;
}

/** Shows the rows of one kind, with the number of each; nothing where there is one kind alone. */
export function KindSelect({ label, allLabel, kinds, value, onChange }: KindSelectProps) {
  const { number } = useFormats();
  const all = [...kinds.values()].reduce((sum, { length }) => sum + length, 0);
  if (kinds.size < 2) return null;
  return (
    <span className="min-w-0 max-w-full text-sm">
      <InlineSelect
        label={label}
        value={kinds.has(value) ? value : ''}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{`${allLabel} (${number(all)})`}</option>
        <Options of={[...kinds]} each={([kind, rows]) => [kind, `${kind} (${number(rows.length)})`]} />
      </InlineSelect>
    </span>
  );
}
