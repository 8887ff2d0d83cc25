import type { ReplyOf } from '@guichet/contract/core/endpoint';
import {
  correctionFields,
  fieldsOfLockedOut,
  type listCorrectionsOf,
  requestCorrectionOf,
} from '@guichet/contract/exams/candidate.corrections';
import { searchExams } from '@guichet/contract/exams/exams.list';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { query, useCall, useQuery } from '../../../../core/call/query.ts';
import { useLanguage, useT } from '../../../../core/i18n/formats.ts';
import { ClosableDialog } from '../../../../core/parts/dialogs/ClosableDialog.tsx';
import { isExamOver } from '../../../../core/parts/mails/isExamOver.ts';
import { findReceivers, useManagerNames } from '../ManagerNames.tsx';
import { RequestForm } from '../RequestForm.tsx';

interface WriteRequestFormProps
  extends Pick<ReplyOf<typeof listCorrectionsOf>, 'managers' | 'readers' | 'passedOnFields'> {
  person: Pick<UserInfo, 'id' | 'fullName' | 'exams' | 'hasSecondFactor'>;
  /** Called once the request is there, with the names of those to whom it went. */
  onSent: (names: string) => void;
}

export interface WriteRequestDialogProps extends WriteRequestFormProps {
  open: boolean;
  onClose: () => void;
}

/** Writes down what a caller asks for; says to whom it goes. */
export function WriteRequestDialog({ open, onClose, ...of }: WriteRequestDialogProps) {
  const t = useT();
  const title = t('Corrections.Write.Of', { name: of.person.fullName });
  return (
    <ClosableDialog open={open} onClose={onClose} title={title}>
      <WriteRequestForm onClose={onClose} {...of} />
    </ClosableDialog>
  );
}

function WriteRequestForm({
  person,
  managers,
  readers,
  passedOnFields,
  onSent,
  onClose,
}: WriteRequestFormProps & { onClose: () => void }) {
  const t = useT();
  const isOff = person.hasSecondFactor === false;
  const namesOf = useManagerNames();
  const request = useCall(requestCorrectionOf);
  const language = useLanguage();
  const coming = useQuery(query(searchExams, { query: { search: '' } }));

  return (
    <RequestForm
      fields={correctionFields.filter((field) => !(isOff && field === 'secondFactor'))}
      label={t('Corrections.Write.Request')}
      hint={() => t('Corrections.Write.Hint')}
      schema={requestCorrectionOf.body.schema}
      call={request}
      exams={person.exams}
      coming={(coming.data ?? [])
        .filter((one) => !one.isCancelled && !isExamOver({ ...one, endTime: '' }))
        .map((one) => ({ ...one, title: one.title[language] }))}
      below={(field) => (
        <p aria-live="polite" className="text-muted [overflow-wrap:anywhere]">
          {isOff && fieldsOfLockedOut.has(field) && `${t('Corrections.Write.NoSecondFactor')} `}
          {passedOnFields.includes(field)
            ? t('Corrections.Write.GoesOn', { names: namesOf(findReceivers(managers)) })
            : t('Corrections.Write.ToProgram', { names: namesOf(readers) })}{' '}
          {t(
            passedOnFields.includes(field) || fieldsOfLockedOut.has(field)
              ? 'Corrections.Write.AtOnce'
              : 'Corrections.Write.Hourly',
            { names: namesOf(passedOnFields.includes(field) ? findReceivers(managers) : readers) },
          )}
        </p>
      )}
      onSend={(body) => {
        const onSuccess = () => {
          const receivers = passedOnFields.includes(body.field) ? findReceivers(managers) : readers;
          onSent(namesOf(receivers));
          onClose();
        };
        request.mutate({ params: { id: person.id }, body }, { onSuccess });
      }}
    />
  );
}
