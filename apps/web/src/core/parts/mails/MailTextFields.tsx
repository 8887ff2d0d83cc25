import type { Language } from '@guichet/contract/core/language';
import type { MailField } from '@guichet/contract/systems/systemFields';
import { TextField, type TextFieldProps } from '../../../ui/fields/TextField.tsx';
import { useT } from '../../i18n/useT.ts';

export const mailLabels = {
  emailFrom: 'Systems.EmailFrom',
  replyTo: 'Systems.ReplyTo',
  emailFromName: 'Systems.EmailFromName',
  emailFromNameEn: 'Systems.EmailFromNameEn',
  officeFr: 'Systems.OfficeFr',
  officeEn: 'Systems.OfficeEn',
  phone: 'Systems.Phone',
} as const satisfies Record<MailField, string>;

export interface MailTextFieldsProps {
  /** Returns the properties of a field, given its maximum length. */
  text: (name: MailField, limit: number) => Omit<TextFieldProps, 'label'>;
  /** Whether these are the university's fields, which replace the fields that a system leaves empty. */
  isUniversity?: boolean;
}

/** The language whose readers see the office in the other language, which alone has one; null for none. */
export function findLentLanguage(of: { officeFr: unknown; officeEn: unknown }): Language | null {
  if (!of.officeFr === !of.officeEn) return null;
  return of.officeFr ? 'en' : 'fr';
}

/** Sender, reply address, telephone and office in the mails of a system, or of the university. */
export function MailTextFields({ text, isUniversity = false }: MailTextFieldsProps) {
  const t = useT();
  const [officeFr, officeEn] = [text('officeFr', 200), text('officeEn', 200)];
  const lent = findLentLanguage({ officeFr: officeFr.value, officeEn: officeEn.value });
  return (
    <div className="field-rows sm:grid-cols-2">
      <TextField
        {...text('emailFrom', 254)}
        label={t(mailLabels.emailFrom)}
        hint={isUniversity ? undefined : t('Systems.EmailFrom.Hint')}
        type="email"
      />
      <TextField
        {...text('replyTo', 254)}
        label={t(mailLabels.replyTo)}
        hint={isUniversity ? undefined : t('Systems.ReplyTo.Hint')}
        type="email"
      />
      <TextField
        {...text('emailFromName', 100)}
        label={t(mailLabels.emailFromName)}
        hint={t('Systems.EmailFromName.Hint')}
      />
      <TextField
        {...text('emailFromNameEn', 100)}
        label={t(mailLabels.emailFromNameEn)}
        hint={t('Systems.EmailFromNameEn.Hint')}
      />
      <TextField
        {...officeFr}
        label={t(mailLabels.officeFr)}
        hint={t(lent === 'fr' ? 'Systems.Office.Lent' : 'Systems.Office.Hint')}
        lang="fr"
      />
      <TextField
        {...officeEn}
        label={t(mailLabels.officeEn)}
        hint={t(lent === 'en' ? 'Systems.Office.Lent' : 'Systems.Office.Hint')}
        lang="en"
      />
      <TextField {...text('phone', 60)} label={t(mailLabels.phone)} hint={t('Systems.Phone.Hint')} />
    </div>
  );
}
