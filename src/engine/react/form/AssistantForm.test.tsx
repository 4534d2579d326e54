// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { FormElement, FormPage } from '#schemas/forms/forms.ts';
import type { AssistantFormHandle } from './AssistantForm.tsx';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';
import { loadViews } from '../context/loadViews.ts';

const elements: FormElement[] = [
  { id: 'you', type: 'headline', label: 'Ihre Angaben' },
  {
    id: 'name',
    type: 'input',
    label: 'Name',
    help: 'Wie im Ausweis.',
    required: true,
    minLength: 2,
  },
  { id: 'mail', type: 'input', label: 'E-Mail', format: 'email' },
  { id: 'more', type: 'headline', label: 'Mehr' },
  { id: 'injured', type: 'checkbox', label: 'Verletzt' },
  {
    id: 'who',
    type: 'input',
    label: 'Wer?',
    required: true,
    visibleWhen: { element: 'injured', equals: true },
  },
  { id: 'photos', type: 'file', label: 'Fotos' },
];

const show = async (props: Partial<Parameters<typeof TestForm>[0]> = {}) => {
  const onSubmit = vi.fn();
  const form = (more: typeof props = {}) => (
    <TestForm elements={elements} onSubmit={onSubmit} {...props} {...more} />
  );
  let view: ReturnType<typeof render> | undefined;
  await act(async () => {
    view = render(form());
  });
  await screen.findByRole('button', { name: 'Absenden' });
  return {
    onSubmit,
    user: userEvent.setup(),
    again: (more: typeof props) => act(async () => view?.rerender(form(more))),
  };
};
const send = () => screen.getByRole('button', { name: 'Absenden' });
const field = (name: RegExp) => screen.getByRole('textbox', { name });

describe('errors', () => {
  it('New errors replace the reason of a refused submission until the next refusal', async () => {
    const submitError = 'Die PIN ist falsch.';
    const { user, again } = await show({ submitError });
    expect(screen.getByText(submitError)).toBeVisible();
    await user.click(send());
    expect(screen.getByRole('link', { name: /„Name“/ })).toBeVisible();
    expect(screen.queryByText(submitError)).toBeNull();
    await user.type(field(/Name/), 'Jonas');
    expect(screen.queryByText(submitError)).toBeNull();
    await user.click(send());
    await again({ submitError });
    expect(screen.getByText(submitError)).toBeVisible();
  });

  it('The attempts left of a PIN stay visible beside a missing answer', async () => {
    const submitError = 'Die PIN ist falsch. Sie haben noch 4 Versuche.';
    const { user } = await show({ submitError, refused: ['name'] });
    await user.click(send());
    expect(screen.getByRole('link', { name: /^„Name“/ })).toBeVisible();
    expect(screen.getByText(submitError)).toBeVisible();
  });

  it('No field shows an error before the visitor types, even after tabbing through it', async () => {
    const { user } = await show();
    for (let stops = 0; stops < 5; stops += 1) await user.tab();
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(0);
  });

  it('Errors appear on blur, not while typing, and disappear once corrected', async () => {
    const { user } = await show();
    await user.type(field(/Name/), 'J');
    expect(field(/Name/)).not.toHaveAttribute('aria-invalid');
    await user.tab();
    expect(field(/Name/)).toHaveAttribute('aria-invalid', 'true');
    expect(field(/Name/)).toHaveAccessibleDescription(
      'Wie im Ausweis. Schreiben Sie mindestens 2 Zeichen.',
    );
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Name: Schreiben Sie mindestens 2 Zeichen.',
    );
    await user.type(field(/Name/), 'o');
    expect(field(/Name/)).not.toHaveAttribute('aria-invalid');
  });

  it('Errors are announced on blur, each one once, and a correction repeats no other', async () => {
    const { user } = await show();
    const said = () =>
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .filter(Boolean);
    await user.type(field(/Name/), 'J');
    await user.tab();
    expect(said()).toEqual(['Name: Schreiben Sie mindestens 2 Zeichen.']);
    await user.type(field(/E-Mail/), 'jonas');
    await user.tab();
    expect(said()).toEqual([expect.stringMatching(/^E-Mail: /)]);
    await user.type(field(/E-Mail/), '@example.com');
    expect(said()).toEqual([]);
    await user.tab();
    expect(said()).toEqual([]);
    await user.click(field(/Name/));
    await user.tab();
    expect(said()).toEqual([]);
  });

  it('A failed submission announces the summary, not each error', async () => {
    const { user } = await show();
    await user.type(field(/E-Mail/), 'jonas');
    await user.click(send());
    expect(
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .filter(Boolean),
    ).toEqual([]);
  });

  it('Errors appear after the pointer is released, so that the pressed button does not move', async () => {
    const { user } = await show();
    await user.type(field(/Name/), 'J');
    await user.pointer({ keys: '[MouseLeft>]', target: send() });
    expect([field(/Name/).matches(':focus'), field(/Name/).hasAttribute('aria-invalid')]).toEqual([
      false,
      false,
    ]);
    await user.pointer({ keys: '[/MouseLeft]' });
    expect(field(/Name/)).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('region', { name: 'Bitte prüfen Sie eine Angabe' })).toHaveFocus();
  });

  it('A failed submission focuses the error summary, whose links focus the fields', async () => {
    const { user, onSubmit } = await show();
    await user.type(field(/E-Mail/), 'jonas');
    await user.click(send());
    const summary = screen.getByRole('region', { name: 'Bitte prüfen Sie 2 Angaben' });
    expect(summary).toHaveFocus();
    await user.click(
      within(summary).getByRole('link', { name: /^E-Mail: Schreiben Sie die E-Mail-Adresse so/ }),
    );
    expect(field(/E-Mail/)).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('A link of the error summary draws the focus ring also after a touch, until blur', async () => {
    const { user } = await show();
    await user.click(send());
    await user.click(screen.getByRole('link', { name: /^„Name“/ }));
    expect(field(/Name/)).toHaveAttribute('data-focus-shown');
    await user.tab();
    expect(field(/Name/)).not.toHaveAttribute('data-focus-shown');
  });

  it('Text fields find the direction of writing themselves', async () => {
    await show();
    expect(field(/Name/)).toHaveAttribute('dir', 'auto');
  });

  it('The error summary gets the focus again when the submission fails again', async () => {
    const { user } = await show();
    await user.click(send());
    await user.click(field(/E-Mail/));
    await user.click(send());
    expect(screen.getByRole('region', { name: 'Bitte prüfen Sie eine Angabe' })).toHaveFocus();
  });
});

describe('sending', () => {
  it('A submission contains the typed answers', async () => {
    const { user, onSubmit } = await show();
    await user.type(field(/Name/), 'Jonas');
    await user.click(send());
    expect(onSubmit).toHaveBeenCalledWith({ name: 'Jonas' });
  });

  it('Enter in a field submits only where the form allows it, as a login does', async () => {
    const { user, onSubmit, again } = await show();
    await user.type(field(/Name/), 'Jonas{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.queryByRole('region', { name: /Bitte prüfen Sie/ })).toBeNull();
    expect(field(/Name/)).toHaveAttribute('enterkeyhint', 'next');
    await again({ isSentByEnter: true });
    expect(field(/Name/)).not.toHaveAttribute('enterkeyhint');
    await user.type(field(/Name/), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('Enter goes to the next field on a touch screen', async () => {
    const { user, onSubmit } = await show();
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
    await user.type(field(/Name/), 'Jonas{Enter}');
    expect(field(/E-Mail/)).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('A form is submitted once, also after a double click or Enter', async () => {
    const { user, onSubmit, again } = await show({
      initial: { name: 'Jonas' },
      isSentByEnter: true,
    });
    await user.dblClick(send());
    await again({ isSubmitting: true });
    await user.click(send());
    await user.type(field(/Name/), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('No key combination submits a form without a required answer', async () => {
    const { user, onSubmit } = await show({ isSentByEnter: true });
    await user.type(field(/E-Mail/), 'jonas@example.com');
    await user.keyboard(
      '{Control>}{Enter}{Enter}{/Control}{Meta>}{Enter}{Enter}{/Meta}{Enter}{Enter}',
    );
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('The fields are disabled during a submission, and the focus stays', async () => {
    const { user, again } = await show({ isSentByEnter: true });
    await user.type(field(/Name/), 'Jonas{Enter}');
    await again({ isSentByEnter: true, isSubmitting: true });
    expect(field(/Name/)).toBeDisabled();
    expect(send()).toHaveFocus();
    await again({ isSentByEnter: true, isSubmitting: false });
    expect(field(/Name/)).toBeEnabled();
    expect(field(/Name/)).toHaveValue('Jonas');
  });

  it('A submission is blocked during an upload, and the error links to the file field', async () => {
    const { user, onSubmit } = await show({ initial: { name: 'Jonas' } });
    await user.upload(screen.getByTestId('pick-photos'), new File(['x'], 'foto.jpg'));
    await user.click(send());
    expect(
      screen.getByRole('link', { name: /^Fotos: Hier wird noch eine Datei hochgeladen/ }),
    ).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('A required file that is still uploading is not reported as missing on Next', async () => {
    const pages: FormPage[] = [
      {
        id: 'one',
        title: 'Belege',
        formElements: [{ id: 'photos', type: 'file', label: 'Fotos', required: true }],
      },
      { id: 'two', title: 'Sie', formElements: [{ id: 'name', type: 'input', label: 'Name' }] },
    ];
    await act(async () => void render(<TestForm pages={pages} />));
    await userEvent.upload(await screen.findByTestId('pick-photos'), new File(['x'], 'foto.jpg'));
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    expect(
      screen.getByRole('link', { name: /^Fotos: Hier wird noch eine Datei hochgeladen/ }),
    ).toBeVisible();
  });
});

describe('showing', () => {
  it('A hidden element has its answer again when it is shown again', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('checkbox', { name: 'Verletzt' }));
    await user.type(field(/Wer/), 'Beifahrerin');
    await user.click(screen.getByRole('checkbox', { name: 'Verletzt' }));
    expect(screen.queryByRole('textbox', { name: /Wer/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Verletzt' }));
    expect(field(/Wer/)).toHaveValue('Beifahrerin');
  });

  it('The other elements work beside an element of unknown type', async () => {
    const { user, onSubmit } = await show({
      elements: [
        { id: 'holo', type: 'holo', label: 'Hologramm', required: true },
        { id: 'name', type: 'input', label: 'Name' },
      ],
    });
    expect(screen.getByText(/Diese Frage können wir hier nicht anzeigen/)).toBeVisible();
    await user.type(field(/Name/), 'Jonas{Enter}');
    expect(onSubmit).toHaveBeenCalledWith({ name: 'Jonas' });
  });

  it('Answers, errors and focus survive a change of language, and errors are translated', async () => {
    const { user, again } = await show();
    await user.type(field(/Name/), 'J');
    await user.tab();
    await again({ language: 'en' });
    expect(field(/Name/)).toHaveValue('J');
    expect(field(/Name/)).toHaveAccessibleDescription(/Write at least 2 characters\./);
    expect(field(/E-Mail/)).toHaveFocus();
  });
});

describe('a change of language', () => {
  it('Server errors and pending uploads are translated, and files and answers stay', async () => {
    const form: { current: AssistantFormHandle | null } = { current: null };
    const { user, again } = await show({
      ref: form,
      initial: {
        name: 'Jonas',
        mail: 'j@example.com',
        photos: [{ entityId: 'A1b2C3d4E5f6G7h8', name: 'da.jpg', extension: 'jpg', size: 10 }],
      },
    });
    await user.upload(screen.getByTestId('pick-photos'), new File(['x'], 'unterwegs.jpg'));
    await user.click(send());
    expect(
      screen.getByRole('link', { name: /^Fotos: Hier wird noch eine Datei hochgeladen/ }),
    ).toBeVisible();
    await again({ language: 'en' });
    expect(
      screen.getByRole('link', { name: /^Fotos: A file is still uploading here/ }),
    ).toBeVisible();
    await act(async () =>
      form.current?.showErrors([
        { address: 'name', pointer: '/name', rule: 'minLength', params: { limit: 9 } },
        { address: 'mail', pointer: '/mail', rule: 'refused', text: 'Taken.' },
        {
          address: 'photos',
          pointer: '/photos/0',
          rule: 'unknownUpload',
          params: { name: 'da.jpg' },
        },
      ]),
    );
    await again({ language: 'de' });
    expect(
      screen.getAllByRole('link', { name: /: / }).map(({ textContent }) => textContent),
    ).toEqual([
      'Name: Schreiben Sie mindestens 9 Zeichen.',
      'E-Mail: Taken.',
      expect.stringMatching(/^Fotos: .*da\.jpg/),
    ]);
    expect(field(/Name/)).toHaveValue('Jonas');
    expect(['da.jpg', 'unterwegs.jpg'].map((name) => screen.getByText(name).isConnected)).toEqual([
      true,
      true,
    ]);
  });
});

it('A form renders synchronously when its views are preloaded', async () => {
  const engine = createTestEngine([{ id: 'a', type: 'input', label: 'Feld' }]);
  await loadViews(engine.elements, engine.registry);
  render(<TestForm engine={engine} />);
  expect(screen.getByLabelText(/^Feld/)).toBeVisible();
});

it.each(['input', 'number', 'mobilenumber', 'time'])(
  'A key in a field of type %s renders nothing again, even in a long form',
  async (type) => {
    const long = Array.from({ length: 60 }, (_, index): FormElement => ({
      id: `e${index}`,
      type,
      label: `Feld ${index}`,
    }));
    const onRender = vi.fn();
    await act(
      async () =>
        void render(
          <Profiler id="form" onRender={onRender}>
            <TestForm elements={long} />
          </Profiler>,
        ),
    );
    // The first key changes the outline, because the field gets its answer.
    await userEvent.type(await screen.findByLabelText(/^Feld 7 /), '1');
    onRender.mockClear();
    await userEvent.type(screen.getByLabelText(/^Feld 7 /), '2');
    expect(onRender).not.toHaveBeenCalled();
  },
);

it('A field shows an answer from a draft or another tab instead of the typed text', async () => {
  const engine = createTestEngine([{ id: 'name', type: 'input', label: 'Name' }]);
  await act(async () => void render(<TestForm engine={engine} />));
  const name = await screen.findByLabelText(/^Name/);
  await userEvent.type(name, 'Jonas ');
  expect(name).toHaveValue('Jonas ');
  act(() => engine.store.merge({ name: 'Miriam' })); // a draft, or another tab
  expect(name).toHaveValue('Miriam');
  await userEvent.type(name, 'x');
  act(() => engine.store.set('name', undefined));
  expect(name).toHaveValue('');
});
