// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeToast, toast, useToasts } from '#src/ui/toast.ts';
import { messages } from '#src/engine/testing/messages.ts';
import { ToastViewport } from './ToastViewport.tsx';

const Shown = () => <ToastViewport list={useToasts()} />;
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const shown = () => screen.queryAllByText('Gespeichert.', { ignore: '[role=status] *' }).length;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  closeToast(1);
  vi.useRealTimers();
});

it('A toast closes after six seconds, and stays while the pointer hovers over it', async () => {
  render(
    <IntlProvider locale="de" messages={messages.de}>
      <Shown />
    </IntlProvider>,
  );
  act(() => toast({ level: 'success', text: 'Gespeichert.' }));
  await pass(5_000);
  const region = screen.getByRole('region', { name: /Meldungen/ });
  act(() => void fireEvent.pointerMove(region));
  await pass(20_000);
  expect(shown()).toBe(1);
  act(() => void fireEvent.pointerLeave(region));
  await pass(2_000);
  expect(shown()).toBe(0);
});

it('A toast follows a switch of the language', () => {
  const page = (language: 'de' | 'en') => (
    <IntlProvider locale={language} messages={messages[language]}>
      <Shown />
    </IntlProvider>
  );
  const { rerender } = render(page('de'));
  act(() => toast({ level: 'success', text: { id: 'settings.picture.saved' } }));
  const find = (text: string) => screen.queryAllByText(text, { ignore: '[role=status] *' });
  expect(find('Ihr Profilbild ist gespeichert.')).toHaveLength(1);
  rerender(page('en'));
  expect(find('Your profile picture has been saved.')).toHaveLength(1);
});
