import { titleIn } from '@guichet/contract/exams/exams.end';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../../core/i18n/formats.ts';
import { SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { moveAtRest } from '../../../ui/focus/moveAtRest.ts';
import { scrollToPageTop } from '../../../ui/focus/useToastRoom.ts';
import { CalendarIcon, UploadIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { ExamSpaceForm } from '../../exam/ExamSpaceForm.tsx';
import { examHref, importHref } from '../../exam/examHrefs.ts';

/** The least height of the further fields of the form, in pixels; a hint that goes is less. */
const furtherFields = 200;

/** Creates exam spaces, and leads on from the last one; the list of exams is another tab's. */
export function SpacesTab({ systemId }: { systemId: number }) {
  const { t, language, longDay } = useTexts();
  const [created, setCreated] = useState<ExamSummary | null>(null);
  const shown = created && titleIn(language, created);
  const way = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const heightBefore = useRef(0);
  const aboutId = useId();
  useEffect(() => {
    if (!created) return;
    const show = () => way.current?.scrollIntoView({ block: 'nearest' });
    way.current?.querySelector('a')?.focus({ preventScroll: true });
    if (heightBefore.current - heightOf(form.current) < furtherFields) return moveAtRest(show, 'main');
    // Where the form closes its further fields, the page would stay scrolled to what is gone, with the toast over the way on.
    scrollToPageTop();
    show();
  }, [created]);

  function welcome(exam: ExamSummary) {
    heightBefore.current = heightOf(form.current);
    setCreated(exam);
    const { title, date } = titleIn(language, exam);
    showToast({ tone: 'success', text: t('ExamSpace.Created', { title, day: longDay(date) }) });
  }

  return (
    // Higher than a wide window, so that the room of a toast (useToastRoom.ts) scrolls out of view without a move.
    <div className="grid content-start items-start gap-5 sm:min-h-dvh lg:grid-cols-[minmax(0,40rem)_minmax(0,32rem)]">
      <Card title={t('ExamSpace.New')}>
        <div ref={form}>
          <ExamSpaceForm systemId={systemId} onCreated={welcome} />
        </div>
      </Card>
      {shown && (
        <div ref={way}>
          <Notice
            title={<span id={aboutId}>{t('ExamSpace.Created.Title', { title: shown.title })}</span>}
            action={
              <span className="flex flex-wrap gap-2">
                <SmallLink icon={CalendarIcon} href={examHref(systemId, shown.id)} aria-describedby={aboutId}>
                  {t('Exam.OpenPage')}
                </SmallLink>
                <SmallLink icon={UploadIcon} href={importHref(shown.id)}>
                  {t('Exam.Import')}
                </SmallLink>
              </span>
            }
          >
            <p>{t('ExamSpace.Created.Next')}</p>
            {!shown.titleEn && <p>{t('ExamSpace.Created.OneTitle')}</p>}
          </Notice>
        </div>
      )}
    </div>
  );
}

function heightOf(element: HTMLElement | null): number {
  return element?.offsetHeight ?? 0;
}
