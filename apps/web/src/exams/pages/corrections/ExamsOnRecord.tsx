import { getUserInfo, type UserInfo } from '@guichet/contract/identity/users.changes';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/call/query.ts';
import { useLanguage } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { MoveExam } from '../../../identity/pages/users/move/MoveExam.tsx';
import { UserExams } from '../../../identity/users/info/UserExams.tsx';

export interface ExamsOnRecordProps {
  personId: number;
  systemName: (systemId: number) => string;
  onMove: (person: UserInfo, exam: UserInfo['exams'][number]) => void;
}

/** The exams of a person on record, each with a way to move the person to another. */
export function ExamsOnRecord({ personId, systemName, onMove }: ExamsOnRecordProps) {
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
