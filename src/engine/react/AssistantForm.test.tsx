// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { FormElement } from '#schemas/forms.ts';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';

const elements: FormElement[] = [
  { id: 'you', type: 'headline', label: 'Ihre Angaben' },
  { id: 'name', type: 'input', label: 'Name', help: 'Wie im Ausweis.', required: true, minLength: 2 },
  { id: 'mail', type: 'input', label: 'E-Mail', format: 'email' },
  { id: 'more', type: 'headline', label: 'Mehr' },
  { id: 'injured', type: 'checkbox', label: 'Verletzt' },
  { id: 'who', type: 'input', label: 'Wer?', required: true, visibleWhen: { element: 'injured', equals: true } },
  { id: 'photos', type: 'file', label: 'Fotos' },
];

const show = async (props: Partial<Parameters<typeof TestForm>[0]> = {}) => {
  const onSubmit = vi.fn();
  const form = (more: typeof props = {}) => <TestForm elements={elements} onSubmit={onSubmit} {...props} {...more} />;
  let view: ReturnType<typeof render> | undefined;
  await act(async () => { view = render(form()); });
  await screen.findByRole('button', { name: 'Absenden' });
  return { onSubmit, user: userEvent.setup(), again: (more: typeof props) => act(async () => view?.rerender(form(more))) };
};
const send = () => screen.getByRole('button', { name: 'Absenden' });
const field = (name: RegExp) => screen.getByRole('textbox', { name });

describe('errors', () => {
  it('appear when an element is left, not while typing, and go once mended', async () => {
    const { user } = await show();
    await user.type(field(/Name/), 'J');
    expect(field(/Name/)).not.toHaveAttribute('aria-invalid');
    await user.tab();
    expect(field(/Name/)).toHaveAttribute('aria-invalid', 'true');
    expect(field(/Name/)).toHaveAccessibleDescription('Wie im Ausweis. Schreiben Sie mindestens 2 Zeichen.');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Name: Schreiben Sie mindestens 2 Zeichen.');
    await user.type(field(/Name/), 'o');
    expect(field(/Name/)).not.toHaveAttribute('aria-invalid');
  });

  it('are listed after a failed sending; the list has the focus and its links lead to the controls', async () => {
    const { user, onSubmit } = await show();
    await user.type(field(/E-Mail/), 'jonas');
    await user.click(send());
    const summary = screen.getByRole('region', { name: 'Bitte prüfen Sie 2 Angaben' });
    expect(summary).toHaveFocus();
    await user.click(within(summary).getByRole('link', { name: /^E-Mail: Schreiben Sie die E-Mail-Adresse so/ }));
    expect(field(/E-Mail/)).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('take the focus again when sending fails again', async () => {
    const { user } = await show();
    await user.click(send());
    await user.click(field(/E-Mail/));
    await user.click(send());
    expect(screen.getByRole('region', { name: 'Bitte prüfen Sie eine Angabe' })).toHaveFocus();
  });
});

describe('sending', () => {
  it('hands over what was typed', async () => {
    const { user, onSubmit } = await show();
    await user.type(field(/Name/), 'Jonas{Enter}');
    expect(onSubmit).toHaveBeenCalledWith({ name: 'Jonas' });
  });

  it('happens once, however often it is asked for', async () => {
    const { user, onSubmit, again } = await show({ initial: { name: 'Jonas' } });
    await user.dblClick(send());
    await again({ isSubmitting: true });
    await user.click(send());
    await user.type(field(/Name/), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('waits for uploads, and says where', async () => {
    const { user, onSubmit } = await show({ initial: { name: 'Jonas' } });
    await user.upload(screen.getByTestId('pick-photos'), new File(['x'], 'foto.jpg'));
    await user.click(send());
    expect(screen.getByRole('link', { name: /^Fotos: Hier wird noch eine Datei hochgeladen/ })).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('showing', () => {
  it('brings back what was typed when a hidden element returns', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('checkbox', { name: 'Verletzt' }));
    await user.type(field(/Wer/), 'Beifahrerin');
    await user.click(screen.getByRole('checkbox', { name: 'Verletzt' }));
    expect(screen.queryByRole('textbox', { name: /Wer/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Verletzt' }));
    expect(field(/Wer/)).toHaveValue('Beifahrerin');
  });

  it('goes on around an element of unknown type', async () => {
    const { user, onSubmit } = await show({ elements: [{ id: 'holo', type: 'holo', label: 'Hologramm', required: true }, { id: 'name', type: 'input', label: 'Name' }] });
    expect(screen.getByText(/Diese Frage können wir hier nicht anzeigen/)).toBeVisible();
    await user.type(field(/Name/), 'Jonas{Enter}');
    expect(onSubmit).toHaveBeenCalledWith({ name: 'Jonas' });
  });

  it('keeps answers, errors and focus through a change of language, and tells the errors anew', async () => {
    const { user, again } = await show();
    await user.type(field(/Name/), 'J');
    await user.tab();
    await again({ language: 'en' });
    expect(field(/Name/)).toHaveValue('J');
    expect(field(/Name/)).toHaveAccessibleDescription(/Write at least 2 characters\./);
    expect(field(/E-Mail/)).toHaveFocus();
  });
});

it('renders one element per key, however long the form', async () => {
  const long = Array.from({ length: 200 }, (_, index): FormElement => ({ id: `e${index}`, type: 'input', label: `Feld ${index}` }));
  const renders: number[] = [];
  const engine = createTestEngine(long);
  const subscribers = vi.spyOn(engine.store, 'get');
  await act(async () => void render(<Profiler id="form" onRender={() => renders.push(subscribers.mock.calls.length)}><TestForm elements={long} engine={engine} /></Profiler>));
  await userEvent.type(await screen.findByLabelText(/^Feld 7 /), 'a');
  renders.length = 0;
  subscribers.mockClear();
  await userEvent.type(screen.getByLabelText(/^Feld 7 /), 'b');
  expect(new Set(subscribers.mock.calls.map(([id]) => id))).toEqual(new Set(['e7']));
  expect(renders.length).toBe(1);
});
