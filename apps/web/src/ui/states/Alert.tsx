import { Notice, type NoticeProps } from './Notice.tsx';

/** A new failure, read aloud at once. */
export function Alert(props: Omit<NoticeProps, 'tone' | 'role'>) {
  return <Notice {...props} tone="danger" role="alert" />;
}
