import { FileDrop } from '../../../ui/fields/FileDrop.tsx';
import { TextArea, type TextAreaProps } from '../../../ui/fields/TextArea.tsx';
import { TextField, type TextFieldProps } from '../../../ui/fields/TextField.tsx';
import { useT } from '../../i18n/useT.ts';

export interface MetadataFieldsProps {
  entityId: TextFieldProps;
  metadata: TextAreaProps;
  /** A file was chosen, or taken away. */
  onFile: (metadata: string) => void;
}

/** The other side of SAML 2.0: its entity ID, and its metadata as an address, a text or a file. */
export function MetadataFields({ entityId, metadata, onFile }: MetadataFieldsProps) {
  const t = useT();
  return (
    <>
      <TextField {...entityId} label={t('Providers.EntityId')} hint={t('Providers.EntityId.Hint')} />
      <TextArea
        {...metadata}
        rows={4}
        hint={t('Providers.Field.metadata.Hint')}
        // Pasted metadata have hundreds of lines, and long ones.
        style={{ fieldSizing: 'fixed' }}
      />
      <FileDrop
        label={t('Providers.File')}
        chooseLabel={t('Providers.File.Choose')}
        dropLabel={t('Providers.File.Drop')}
        accept=".xml"
        file={null}
        onFile={(file) => void file.text().then(onFile)}
        onRemove={() => onFile('')}
        removeLabel={t('Applications.Remove')}
      />
    </>
  );
}
