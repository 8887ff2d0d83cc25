import type { FileReport } from '@guichet/contract/imports/imports';
import { useT } from '../../../core/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { NoticeList } from '../../../ui/states/NoticeList.tsx';
import type { ReadingPatch } from '../../draft.ts';
import { lineText } from '../../lineText.ts';

interface LeaversNoteProps {
  leavers: FileReport['leavers'];
  onChoice: (choice: ReadingPatch) => void;
}

const shown = 10;
const tones = { unanswered: 'warning', leaveOut: 'info', take: 'warning' } as const;

/** The people who have left by what the list says: a question, then the answer with the other choice. */
export function LeaversNote({ leavers, onChoice }: LeaversNoteProps) {
  const t = useT();
  if (!leavers) return null;
  const { count, answer, people } = leavers;
  const isOpen = answer === 'unanswered';
  return (
    <Notice
      tone={tones[answer]}
      {...(isOpen && { role: 'alert' as const })}
      title={t(`Import.Leavers.${answer}`, { count })}
      action={
        <div className="flex flex-wrap gap-2">
          {answer !== 'leaveOut' && (
            <Button
              variant={isOpen ? 'primary' : 'secondary'}
              onClick={() => onChoice({ leavers: 'leaveOut' })}
            >
              {t('Import.Leavers.LeaveOut')}
            </Button>
          )}
          {answer !== 'take' && (
            <Button onClick={() => onChoice({ leavers: 'take' })}>{t('Import.Leavers.Take')}</Button>
          )}
        </div>
      }
    >
      <NoticeList
        of={people}
        keyOf={lineText}
        shown={shown}
        more={t('Import.Leavers.ShowAll', { count: people.length - shown })}
      >
        {({ name, email, column, text, ...place }) => (
          <>
            <span className="font-semibold">{name || email}</span>{' '}
            {column === null
              ? t('Import.Leavers.Struck', { line: lineText(place) })
              : t('Import.Leavers.Says', { line: lineText(place), column, text })}
          </>
        )}
      </NoticeList>
      {count > people.length && <p>{t('Import.Leavers.Further', { count: count - people.length })}</p>}
    </Notice>
  );
}
