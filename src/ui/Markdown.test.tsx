// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Markdown } from './Markdown.tsx';

it('Brackets of a task list stay text, because a checkbox would look like a question', () => {
  render(<Markdown text={'- [x] Zutreffendes\n- [ ] Anderes'} />);
  expect(screen.queryByRole('checkbox')).toBeNull();
  const [first, second] = screen.getAllByRole('listitem');
  expect(first).toHaveTextContent(/\[x\]\s*Zutreffendes/);
  expect(second).toHaveTextContent(/\[ \]\s*Anderes/);
});
