import { ExamField, type ExamFieldsProps, fieldPair } from './ExamField.tsx';
import { ExamHours } from './ExamHours.tsx';

/** The fields of an exam beside its titles and its day. */
export function ExamFields({ texts, onChange, faultsAt, hintAt }: ExamFieldsProps) {
  const field = { texts, onChange, faultsAt, hintAt };
  return (
    <>
      <ExamHours {...field} />
      <ExamField name="placeFr" {...field} />
      <ExamField name="placeEn" {...field} />
      <ExamField name="placeUrl" {...field} />
      <div className={fieldPair}>
        <ExamField name="instructionsFr" {...field} />
        <ExamField name="instructionsEn" {...field} />
      </div>
    </>
  );
}
