import '../../../ui/styles/light.css';
import { useT } from '../../../platform/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { usePublicText } from '../../usePublicText.ts';
import { Welcome } from './Welcome.tsx';

/** The words of the programme that one came for: title, welcome, and what does not work today. */
export default function WordsOfSystem({ systemId }: { systemId: number }) {
  const t = useT();
  const title = usePublicText(systemId, 'Title');
  const welcome = usePublicText(systemId, 'WelcomeMessage');
  const difficulties = usePublicText(systemId, 'TechDiff');
  return (
    <>
      {/* While the programme's own title is on its way, its place is kept. */}
      <Welcome title={title === undefined ? ' ' : (title ?? t('LoginPage.HomeTitle'))} words={welcome} />
      {difficulties && (
        <Notice tone="warning" title={t('LoginPage.TechDiff')}>
          {difficulties}
        </Notice>
      )}
    </>
  );
}
