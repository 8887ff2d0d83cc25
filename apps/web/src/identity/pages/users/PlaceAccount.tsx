import { useQuery } from '@tanstack/react-query';
import { AddCandidate, type AddCandidateProps } from '../../../exams/places/AddCandidate.tsx';
import { holderOptions } from '../../users/search/search.api.ts';
import { AccountMailGaps } from './useMissingLink.tsx';

interface PlaceAccountProps extends Omit<AddCandidateProps, 'name' | 'isOpen' | 'mailGaps'> {
  /** Whether the exam is over, so that nobody is mailed about it. */
  isOver?: boolean;
}

/** Places the account with an address in the page's exam, and names its owner where the reader may see them. */
export function PlaceAccount({ isOver = false, ...props }: PlaceAccountProps) {
  const { systemId, exam, email } = props;
  const holder = useQuery(holderOptions(email)).data;
  return (
    <AddCandidate
      {...props}
      name={holder?.fullName || email}
      isOpen={!isOver && holder?.isActive !== false}
      mailGaps={<AccountMailGaps systemId={systemId} examId={exam.id} email={email} />}
    />
  );
}
