import '../../../../ui/styles/light.css';
import { useT } from '../../../../core/i18n/useT.ts';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { usePublicText } from '../../usePublicText.ts';
import { Welcome } from './Welcome.tsx';

/** The texts of the system: title, welcome, and current incidents. */
export default function WordsOfSystem({ systemId }: { systemId: number }) {
  const t = useT();
  const title = usePublicText(systemId, 'Title');
  const welcome = usePublicText(systemId, 'WelcomeMessage');
  const difficulties = usePublicText(systemId, 'TechDiff');
  return (
    <>
      {/* A blank title reserves the space while the system's title loads. */}
      <Welcome title={title === undefined ? ' ' : (title ?? t('LoginPage.HomeTitle'))} words={welcome} />
      {difficulties && (
        <Notice tone="warning" title={t('LoginPage.TechDiff')}>
          {difficulties}
        </Notice>
      )}
    </>
  );
}
