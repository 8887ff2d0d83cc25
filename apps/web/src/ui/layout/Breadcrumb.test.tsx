import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Breadcrumb } from './Breadcrumb.tsx';

test('steps whose names are on their way show no separators', () => {
  const items = [{ label: 'Accueil', href: '/home' }, { label: '', href: '/dc' }, { label: '' }];
  render(<Breadcrumb label="Fil d’Ariane" items={items} />);
  expect(screen.getByRole('navigation').textContent).toBe('Accueil');
});
