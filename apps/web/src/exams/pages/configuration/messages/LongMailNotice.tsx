import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../../core/i18n/useT.ts';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { type MessagePreviewProps, useTypedPreview } from './MessagePreview.tsx';

/** Gmail shows the first 102 kB of a mail and hides what follows behind a link. */
const mostBytes = 100_000;

/** Warns of a mail whose end, often with the button, would be hidden for its length. */
export function LongMailNotice({ htmlBytes }: { htmlBytes: number }) {
  const t = useT();
  return (
    <div role="status" className="empty:-mt-5">
      {htmlBytes > mostBytes && (
        <Notice tone="warning">{t('Message.TooLong', { size: Math.ceil(htmlBytes / 1000) })}</Notice>
      )}
    </div>
  );
}

/** The same for the message as typed. */
export function LongMessageNotice(props: MessagePreviewProps) {
  const { data } = useQuery(useTypedPreview(props));
  return <LongMailNotice htmlBytes={data?.htmlBytes ?? 0} />;
}
