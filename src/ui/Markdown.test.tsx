// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Markdown } from './Markdown.tsx';

it('Brackets of a task list stay text, because a checkbox would look like a question', () => {
  render(<Markdown text={'- [x] Zutreffendes\n- [ ] Anderes'} />);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByText(/\[x\]\s*Zutreffendes/)).toBeVisible();
  expect(screen.getByText(/\[ \]\s*Anderes/)).toBeVisible();
});
