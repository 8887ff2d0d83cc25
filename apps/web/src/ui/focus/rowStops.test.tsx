import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Cell, Row, RowActions, Table } from '../tables/Table.tsx';

function People({ names }: { names: readonly string[] }) {
  return (
    <Table caption="Personnes" head={null}>
      {names.map((name) => (
        <Row key={name}>
          <Cell>
            <input type="checkbox" aria-label={`Choisir ${name}`} />
          </Cell>
          <Cell lead>{name}</Cell>
          <Cell>
            <a href={`mailto:${name}@x.example`}>{`${name}@x.example`}</a>
          </Cell>
          <Cell>
            <RowActions label={`Actions : ${name}`}>
              <button type="button">Mot de passe de {name}</button>
              <button type="button">Fiche de {name}</button>
              <button type="button">Supprimer {name}</button>
            </RowActions>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

const stops = () =>
  [...document.querySelectorAll<HTMLElement>('tbody :is(a, button, input)')]
    .filter(({ tabIndex }) => tabIndex >= 0)
    .map((stop) => stop.ariaLabel ?? stop.textContent);

const press = (key: string, held = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, ...held });
const focused = () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent;

test('a row has a header and two tab stops, also one that comes later', async () => {
  const { rerender } = render(<People names={['Ana']} />);
  expect(screen.getByRole('rowheader').textContent).toBe('Ana');
  expect(stops()).toEqual(['Choisir Ana', 'Mot de passe de Ana']);
  rerender(<People names={['Ana', 'Bob']} />);
  await vi.waitFor(() =>
    expect(stops()).toEqual(['Choisir Ana', 'Mot de passe de Ana', 'Choisir Bob', 'Mot de passe de Bob']),
  );
});

test('arrow keys, Home and End go through the actions of the row, and the last one stays its stop', () => {
  render(<People names={['Ana', 'Bob']} />);
  const actions = screen.getByRole('toolbar', { name: 'Actions : Ana' });
  actions.querySelector('button')?.focus();
  press('ArrowRight');
  expect(focused()).toBe('Fiche de Ana');
  press('End');
  expect(focused()).toBe('Supprimer Ana');
  press('ArrowRight');
  expect(focused()).toBe('Mot de passe de Ana');
  press('ArrowLeft');
  press('ArrowLeft');
  expect(focused()).toBe('Fiche de Ana');
  press('ArrowRight', { ctrlKey: true });
  expect(focused()).toBe('Fiche de Ana');
  expect(stops()).toEqual(['Choisir Ana', 'Fiche de Ana', 'Choisir Bob', 'Mot de passe de Bob']);
  press('Home');
  expect(focused()).toBe('Mot de passe de Ana');
});

test('arrow keys go from the box of a row to its link', () => {
  render(<People names={['Ana']} />);
  screen.getByRole('checkbox').focus();
  press('ArrowRight');
  expect(focused()).toBe('Ana@x.example');
});

test('Up and Down go to the same control of the next row, and past the last one nowhere', () => {
  render(<People names={['Ana', 'Bob', 'Cléo']} />);
  screen.getByRole('checkbox', { name: 'Choisir Ana' }).focus();
  press('ArrowDown');
  expect(focused()).toBe('Choisir Bob');
  screen.getByRole('button', { name: 'Fiche de Bob' }).focus();
  press('ArrowDown');
  expect(focused()).toBe('Fiche de Cléo');
  // The key is left to the page, which may scroll.
  expect(press('ArrowDown')).toBe(true);
  expect(focused()).toBe('Fiche de Cléo');
  for (const name of ['Bob', 'Ana']) {
    expect(press('ArrowUp')).toBe(false);
    expect(focused()).toBe(`Fiche de ${name}`);
  }
  expect(stops()).toHaveLength(6);
});

test('where actions are stacked, Up and Down go through them first, and then to the next row', () => {
  render(<People names={['Ana', 'Bob']} />);
  const actions = screen.getAllByRole('button');
  for (const [at, action] of actions.entries())
    vi.spyOn(action, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 50 * at, 200, 40));
  actions[0]?.focus();
  for (const next of actions.slice(1)) {
    press('ArrowDown');
    expect(document.activeElement).toBe(next);
  }
  for (const next of actions.slice(0, -1).reverse()) {
    press('ArrowUp');
    expect(document.activeElement).toBe(next);
  }
});

test('a row that has none is passed over, a disabled one is not reached, and a menu keeps its keys', () => {
  render(
    <Table caption="Examens" head={null}>
      <Row>
        <Cell lead>A</Cell>
        <Cell>
          <RowActions label="Actions : A">
            <button type="button">Ouvrir A</button>
            <button type="button" aria-haspopup="true">
              Menu A
            </button>
          </RowActions>
        </Cell>
      </Row>
      <Row>
        <Cell lead>B</Cell>
      </Row>
      <Row>
        <Cell lead>C</Cell>
        <Cell>
          <RowActions label="Actions : C">
            <button type="button" disabled>
              Ouvrir C
            </button>
            <button type="button">Fiche de C</button>
          </RowActions>
        </Cell>
      </Row>
    </Table>,
  );
  screen.getByRole('button', { name: 'Menu A' }).focus();
  expect(press('ArrowDown')).toBe(true);
  expect(focused()).toBe('Menu A');
  screen.getByRole('button', { name: 'Ouvrir A' }).focus();
  press('ArrowDown');
  expect(focused()).toBe('Fiche de C');
});
