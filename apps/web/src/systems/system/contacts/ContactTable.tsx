import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { MailField } from '@guichet/contract/systems/systemFields';
import type { listMailFrames, System } from '@guichet/contract/systems/systems';
import { logoAddress } from '@guichet/contract/systems/systems.logo';
import clsx from 'clsx';
import { useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { DataTable } from '../../../core/lists/DataTable.tsx';
import { mailLabels } from '../../../core/parts/mails/MailTextFields.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { BreakableAddress } from '../../../ui/html/EmailLink.tsx';
import { ContactCell } from './ContactCell.tsx';
import { findDefault } from './contacts.api.ts';

/** The columns, those that matter most first. */
export const contactFields: readonly MailField[] = [
  'emailFrom',
  'replyTo',
  'phone',
  'officeFr',
  'officeEn',
  'emailFromName',
  'emailFromNameEn',
];

/** The address that the caller may not choose, since no domain is allowed for it. */
export function isLocked(name: MailField, senderDomains: string | null): boolean {
  return name === 'emailFrom' && senderDomains === '';
}

/** Texts that are not saved, by system and field. */
export type TypedTexts = ReadonlyMap<string, string>;

export interface PickedCell {
  readonly systemId: number;
  readonly name: MailField;
}

export interface ContactTableProps {
  frames: ReplyOf<typeof listMailFrames>;
  typed: TypedTexts;
  onType: (change: (typed: TypedTexts) => TypedTexts) => void;
  onPick: (cell: PickedCell, fills: boolean) => void;
  onLogo: (system: System) => void;
}

/** The sender and the contact details of each system, typed in their cells. */
export function ContactTable({ frames, typed, onType, onPick, onLogo }: ContactTableProps) {
  const t = useT();
  const [told, tell] = useState('');
  const [pasted, setPasted] = useState<TypedTexts>(new Map());
  const { systems, university, senderDomains } = frames;

  /** Fills the cells from this one to the right and down, as a spreadsheet does; what lies beyond the table is left out. */
  function paste({ systemId, name }: PickedCell, block: readonly (readonly string[])[]) {
    const [row, column] = [systems.findIndex(({ id }) => id === systemId), contactFields.indexOf(name)];
    const cells = block.flatMap((texts, down) =>
      texts.flatMap((text, right) => {
        const [system, field] = [systems[row + down], contactFields[column + right]];
        return system && field && !isLocked(field, senderDomains)
          ? [[makeCellKey({ systemId: system.id, name: field }), text] as const]
          : [];
      }),
    );
    onType((before) => new Map([...before, ...cells]));
    setPasted(new Map(cells));
  }

  return (
    <>
      <DataTable
        caption={t('ContactsPage.Title')}
        keepsLead
        rows={systems}
        keyOf={({ id }) => id}
        columns={[
          {
            heading: t('Systems.Name'),
            lead: true,
            className: 'wrap-anywhere min-w-34',
            cell: ({ name }) => name,
          },
          ...contactFields.map((name) => ({
            heading: t(mailLabels[name]),
            headClassName: 'whitespace-normal!',
            className: clsx(
              name === 'phone' ? 'min-w-34' : 'min-w-36',
              isLocked(name, senderDomains) && 'wrap-anywhere text-muted',
            ),
            cell: (system: System) => {
              const key = makeCellKey({ systemId: system.id, name });
              const fallback = findDefault(system, university, name);
              if (isLocked(name, senderDomains))
                return <BreakableAddress address={system[name] ?? fallback} />;
              return (
                <ContactCell
                  system={system}
                  name={name}
                  fallback={fallback}
                  typed={typed.get(key)}
                  onType={(next) => onType((before) => withText(before, key, next(before.get(key))))}
                  onPick={(fills) => onPick({ systemId: system.id, name }, fills)}
                  onTell={tell}
                  onPasteBlock={(block) => paste({ systemId: system.id, name }, block)}
                  pasted={pasted.has(key) ? pasted : null}
                />
              );
            },
          })),
          {
            heading: t('Contacts.Logo'),
            cell: (system) => (
              <SmallButton
                variant="quiet"
                aria-label={t('Contacts.Logo.Of', { name: system.name })}
                onClick={() => onLogo(system)}
              >
                {system.logoId === null ? (
                  t('Contacts.Logo.Choose')
                ) : (
                  <img
                    src={logoAddress(system.id, system.logoId)}
                    alt=""
                    className="max-h-7 max-w-20 rounded-sm bg-white p-0.5"
                  />
                )}
              </SmallButton>
            ),
          },
        ]}
      />
      <span role="status" className="sr-only">
        {told}
      </span>
    </>
  );
}

export function makeCellKey({ systemId, name }: PickedCell): string {
  return `${systemId} ${name}`;
}

function withText(typed: TypedTexts, key: string, text: string | undefined): TypedTexts {
  const next = new Map(typed);
  if (text === undefined) next.delete(key);
  else next.set(key, text);
  return next;
}
