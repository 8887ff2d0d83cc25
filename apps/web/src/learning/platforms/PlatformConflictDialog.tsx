import type { PlatformEditConflict } from '@guichet/contract/learning/learning.platforms';
import { useT } from '../../core/i18n/useT.ts';
import {
  FieldsConflictDialog,
  type FieldsConflictDialogProps,
} from '../../core/parts/versions/FieldsConflictDialog.tsx';
import { hasCredentials, type PlatformDraft, toDraft } from './platformDraft.ts';

type Current = PlatformEditConflict['current'];

export interface PlatformConflictDialogProps extends Omit<FieldsConflictDialogProps<Current>, 'compare'> {
  mine: PlatformDraft;
  isConnected: boolean;
}

/** Shows who saved meanwhile and the fields that differ; for credentials only whether they are new. */
export function PlatformConflictDialog({ mine, isConnected, ...props }: PlatformConflictDialogProps) {
  const t = useT();

  function compare(theirs: Current) {
    const saved = toDraft(theirs);
    const field = (name: string, of: (draft: PlatformDraft) => string) => ({
      name,
      mine: of(mine),
      theirs: of(saved),
    });
    const isEntered = isConnected || hasCredentials(mine);
    const credentials = {
      name: t('Platforms.Credentials'),
      mine: t(isEntered ? 'Platforms.Credentials.Entered' : 'Platforms.Credentials.Kept'),
      theirs: t(theirs.hasNewCredentials ? 'Platforms.Credentials.Replaced' : 'Platforms.Credentials.Same'),
    };
    return [
      field(t('Platforms.Name'), ({ name }) => name),
      field(t('Platforms.Kind'), ({ kind }) => t(`Platforms.Kind.${kind}`)),
      field(t('Platforms.Address'), ({ address }) => address),
      ...(isEntered || theirs.hasNewCredentials ? [credentials] : []),
      field(t(`Platforms.SemesterId.${mine.kind}`), ({ semesterId }) => semesterId),
      field(t(`Platforms.TemplateId.${mine.kind}`), ({ templateId }) => templateId),
      field(t('Platforms.StudentRole'), ({ studentRole }) => studentRole),
      field(t('Platforms.CallSeconds'), ({ callSeconds }) => callSeconds),
      field(t('Platforms.CopySeconds'), ({ copySeconds }) => copySeconds),
    ];
  }

  return <FieldsConflictDialog {...props} compare={compare} />;
}
