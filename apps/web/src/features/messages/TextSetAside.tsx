import type { Language } from '@guichet/contract/core/language';
import type { MessageText } from '@guichet/contract/messages';
import { SetAsideNotice } from '../../parts/versions/SetAsideNotice.tsx';
import { useSetAside } from './saving/drafts.ts';

export interface TextSetAsideProps {
  systemId: number;
  language: Language;
  onTakeUp: (text: MessageText) => void;
}

/** Offers one's own text again after a newer version replaced it. */
export function TextSetAside({ systemId, language, onTakeUp }: TextSetAsideProps) {
  const [text, keep] = useSetAside(systemId, language);
  if (!text) return null;

  function takeUp(mine: MessageText) {
    onTakeUp(mine);
    keep(null);
  }

  return <SetAsideNotice onTakeUp={() => takeUp(text)} onForget={() => keep(null)} />;
}
