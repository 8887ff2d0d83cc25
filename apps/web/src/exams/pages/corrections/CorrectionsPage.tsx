import { type CorrectionField, listCorrections } from '@guichet/contract/exams/candidate.corrections';
import { listEntrances } from '@guichet/contract/identity/access';
import { getUserInfo, type UserInfo } from '@guichet/contract/identity/users.changes';
import { useState } from 'react';
import { numberParam, useAddress } from '../../../core/address/useAddress.ts';
import { query, useQuery } from '../../../core/call/query.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { MoveExam } from '../../../identity/pages/users/move/MoveExam.tsx';
import { PersonLink } from '../../../identity/pages/users/PersonLink.tsx';
import { UserDialogs, useUserDialogs } from '../../../identity/pages/users/UserDialogs.tsx';
import { UserExams } from '../../../identity/users/info/UserExams.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { CorrectionList } from '../../candidate/corrections/CorrectionList.tsx';
import { WantedPlace } from './WantedPlace.tsx';

/** The request to which a mail leads. */
const params = { request: numberParam(null) };

export function CorrectionsPage({ title }: PageProps) {
  const t = useT();
  const [{ request: wanted }] = useAddress(params);
  const [shown, show] = useState<'open' | 'answered'>('open');
  const corrections = useQuery(query(listCorrections, { query: { isAnswered: shown === 'answered' } }));
  const dialogs = useUserDialogs();
  const language = useLanguage();
  const { entrances = [] } = useQuery(query(listEntrances)).data ?? {};
  const systemName = (id: number) => entrances.find(({ systemId }) => systemId === id)?.title[language] ?? '';
  return (
    <TitledPage title={title} description={t('CorrectionsPage.Lead')}>
      <div className="flex max-w-4xl flex-col gap-4">
        <Segmented
          legend={t('Corrections.Shown')}
          value={shown}
          onChange={show}
          options={[
            { value: 'open', label: t('Corrections.Shown.open') },
            { value: 'answered', label: t('Corrections.Shown.answered') },
          ]}
        />
        {wanted !== null && shown === 'open' && corrections.data?.every(({ id }) => id !== wanted) && (
          <Notice
            tone="info"
            action={
              <SmallButton onClick={() => show('answered')}>{t('Corrections.Wanted.Show')}</SmallButton>
            }
          >
            {t('Corrections.Wanted.Answered')}
          </Notice>
        )}
        <Card flush>
          <Loaded query={corrections}>
            {(found) => (
              <CorrectionList
                corrections={found}
                wantedId={wanted}
                onDo={({ person, ...asked }) => dialogs.open({ kind: dialogOf(asked.field), person, asked })}
                examsOf={({ person: { id }, ...asked }) => (
                  <ExamsOnRecord
                    personId={id}
                    systemName={systemName}
                    onMove={(person, exam) => dialogs.open({ kind: 'move', person, exam, asked })}
                  />
                )}
                placeOf={(correction) => (
                  <WantedPlace
                    correction={correction}
                    onMove={({ systemId, examId, title }) => {
                      const { person, ...asked } = correction;
                      const exam = { systemId, examId, title: title[language] };
                      dialogs.open({ kind: 'move', person, exam, asked });
                    }}
                  />
                )}
                nameOf={(person) => <PersonLink person={person} onOpen={dialogs.openInfo} />}
              />
            )}
          </Loaded>
        </Card>
      </div>
      <UserDialogs dialogs={dialogs} />
    </TitledPage>
  );
}

/** The dialog that does what a request asks for; a link to a new password leaves from the person's panel. */
function dialogOf(field: CorrectionField) {
  if (field === 'password') return 'info';
  return field === 'secondFactor' ? 'resetFactors' : 'correction';
}

interface ExamsOnRecordProps {
  personId: number;
  systemName: (systemId: number) => string;
  onMove: (person: UserInfo, exam: UserInfo['exams'][number]) => void;
}

/** The exams of a person on record, each with a way to move the person to another. */
function ExamsOnRecord({ personId, systemName, onMove }: ExamsOnRecordProps) {
  const info = useQuery(query(getUserInfo, { body: { id: personId }, language: useLanguage() }));
  return (
    <Loaded query={info} lines={1}>
      {(person) => (
        <UserExams
          exams={person.exams}
          systemName={systemName}
          examAction={(exam) => <MoveExam exam={exam} onMove={() => onMove(person, exam)} />}
        />
      )}
    </Loaded>
  );
}
