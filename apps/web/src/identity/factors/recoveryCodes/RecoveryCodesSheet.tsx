import { type ReactNode, useRef, useState } from 'react';
import { saveFile } from '../../../core/call/bodies/download.ts';
import { useFocusIfLost } from '../../../core/forms/useFocusIfLost.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { useUniversityName } from '../../../core/page/university.ts';
import { useCopy } from '../../../core/parts/forms/useCopy.ts';
import { useSession } from '../../../core/session/sessionStore.ts';
import { Dialog, DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { CheckIcon, CopyIcon, DownloadIcon, PrintIcon } from '../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

export interface FactorDialogProps {
  title: string;
  /** The recovery codes that resulted from the change; they replace the form. */
  codes: readonly string[] | null;
  busy: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog of a change of factors. Recovery codes are never shown again: only their button closes it. */
export function FactorDialog({ title, codes, busy, onClose, children }: FactorDialogProps) {
  const t = useT();
  if (!codes) {
    return (
      <Dialog open sticky onClose={onClose} title={title} closeLabel={t('Dialog.Close')} busy={busy}>
        {children}
      </Dialog>
    );
  }
  return (
    <Dialog open sticky onClose={onClose} title={t('Factors.Codes.Title')}>
      <RecoveryCodesSheet codes={codes} onKept={onClose} />
    </Dialog>
  );
}

/** Shows the recovery codes once, with ways to save them. */
function RecoveryCodesSheet({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useT();
  const university = useUniversityName();
  const userName = useSession((session) => session.username) ?? '';
  const [isCopied, setCopied] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const copyShown = useCopy(list);
  const lead = useFocusIfLost<HTMLParagraphElement>();

  async function copy() {
    setCopied(await copyShown(codes.join('\n')));
  }

  function save() {
    const lines = [t('Factors.Codes.FileTitle', { university }), userName, '', ...codes, ''];
    const name = `${t('Factors.Codes.FileName')}.txt`;
    saveFile(new Blob([lines.join('\r\n')], { type: 'text/plain;charset=utf-8' }), name);
  }

  return (
    <div data-print-sheet className="flex flex-col gap-5">
      <p ref={lead} tabIndex={-1} className="outline-none">
        {t('Factors.Codes.Lead')}
      </p>
      <ul
        ref={list}
        translate="no"
        className="grid grid-cols-2 gap-x-2 gap-y-1 rounded-md bg-sunken px-3 py-3 font-mono text-[0.8125rem] text-ink sm:gap-x-6 sm:text-base"
      >
        {codes.map((code) => (
          <li key={code} className="select-all whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        {navigator.clipboard && (
          <SmallButton icon={isCopied ? CheckIcon : CopyIcon} onClick={copy}>
            {t(isCopied ? 'Factors.Codes.Copied' : 'Factors.Codes.Copy')}
          </SmallButton>
        )}
        <SmallButton icon={DownloadIcon} onClick={save}>
          {t('Factors.Codes.Save')}
        </SmallButton>
        <SmallButton icon={PrintIcon} onClick={() => window.print()}>
          {t('Factors.Codes.Print')}
        </SmallButton>
      </div>
      <Notice tone="warning">{t('Factors.Codes.Once')}</Notice>
      <div className="print:hidden">
        <DialogActions>
          <Button variant="primary" onClick={onKept}>
            {t('Factors.Codes.Kept')}
          </Button>
        </DialogActions>
      </div>
    </div>
  );
}
