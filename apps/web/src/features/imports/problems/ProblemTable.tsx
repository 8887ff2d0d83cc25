import type { Problem } from '@guichet/contract/imports.problems';
import { useState } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import { ListFooter } from '../../../platform/lists/ListFooter.tsx';
import { pageOf } from '../../../platform/lists/pages.ts';
import { Cell, HeaderCell, Row, Table } from '../../../ui/tables/Table.tsx';
import { useProblemHeadings, useProblemText } from './problemWords.ts';

const sizes = [10, 25, 100] as const;

export function ProblemTable({ problems }: { problems: readonly Problem[] }) {
  const t = useT();
  const problemText = useProblemText();
  const [wanted, setWanted] = useState(1);
  const [size, setSize] = useState<number>(sizes[0]);
  const { page, rows } = pageOf(problems, wanted, size);
  const words = useProblemHeadings();
  return (
    <>
      <Table
        caption={t('Import.Problems.Label')}
        head={
          <>
            <HeaderCell align="end">{words.line}</HeaderCell>
            <HeaderCell>{words.column}</HeaderCell>
            <HeaderCell>{words.reason}</HeaderCell>
            <HeaderCell>{words.text}</HeaderCell>
            <HeaderCell>{words.person}</HeaderCell>
          </>
        }
      >
        {rows.map((problem, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two faults of one cell differ in nothing else
          <Row key={place}>
            <Cell label={words.line} align="end">
              {problem.line === null ? '–' : String(problem.line)}
            </Cell>
            <Cell label={words.column}>{problem.column ?? '–'}</Cell>
            <Cell label={words.reason}>
              <span className="block min-w-52">{problemText(problem)}</span>
            </Cell>
            <Cell label={words.text}>
              {problem.text === '' ? (
                <span className="text-muted">{t('Import.Problems.NoText')}</span>
              ) : (
                <code className="whitespace-pre-wrap rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-sm [overflow-wrap:anywhere]">
                  {problem.text}
                </code>
              )}
            </Cell>
            <Cell label={words.person}>
              <PersonOfRow person={problem.person} />
            </Cell>
          </Row>
        ))}
      </Table>
      <div className="border-line border-t px-5 py-3 sm:px-6">
        <ListFooter
          label={t('Import.Problems.Pages')}
          total={problems.length}
          page={page}
          size={size}
          sizes={sizes}
          maxLinks={5}
          onPage={setWanted}
          onSize={setSize}
        />
      </div>
    </>
  );
}

/** Name and address as they stand in the row. */
function PersonOfRow({ person }: Pick<Problem, 'person'>) {
  if (!person) return '–';
  return (
    <>
      <span className="block [overflow-wrap:anywhere]">{person.name}</span>
      <span className="block text-muted text-sm [overflow-wrap:anywhere]">{person.email}</span>
    </>
  );
}
