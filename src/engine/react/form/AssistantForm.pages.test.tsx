// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FormElement, FormPage } from '#schemas/forms/forms.ts';
import type { AssistantFormHandle } from './AssistantForm.tsx';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';

describe('a form of several pages', () => {
  const pages: FormPage[] = [
    {
      id: 'who',
      title: 'Wer?',
      formElements: [
        { id: 'name', type: 'input', label: 'Name', required: true },
        { id: 'more', type: 'checkbox', label: 'Mehr dazu' },
      ],
    },
    {
      id: 'what',
      title: 'Was?',
      visibleWhen: { element: 'more', equals: true },
      formElements: [{ id: 'story', type: 'textarea', label: 'Hergang', required: true }],
    },
    { id: 'end', title: 'Schluss', formElements: [{ id: 'note', type: 'input', label: 'Notiz' }] },
  ];
  async function showPages(props: { ref?: { current: AssistantFormHandle | null } } = {}) {
    const onSubmit = vi.fn();
    await act(async () => void render(<TestForm pages={pages} onSubmit={onSubmit} {...props} />));
    await screen.findByRole('button', { name: 'Weiter' });
    const user = userEvent.setup();
    return {
      onSubmit,
      user,
      openNextPage: () => user.click(screen.getByRole('button', { name: 'Weiter' })),
      title: () => screen.getAllByRole('heading', { level: 2 }).at(-1),
    };
  }

  it('Next opens the next page of a valid page, and reports the errors of an invalid one', async () => {
    const { user, openNextPage, title } = await showPages();
    await openNextPage();
    expect(screen.getByRole('link', { name: /„Name“/ })).toBeVisible();
    expect(title()).toHaveTextContent('Wer?');
    await user.type(screen.getByLabelText(/Name/), 'Anna');
    await openNextPage();
    expect(title()).toHaveTextContent('Schluss');
    expect(title()).toHaveFocus();
  });

  it('Each page has its own Next and Back, so that a double click moves by one page', async () => {
    const { user, openNextPage, title } = await showPages();
    const find = (name: string) => screen.getByRole('button', { name });
    await user.type(screen.getByLabelText(/Name/), 'Anna');
    await user.click(screen.getByLabelText(/Mehr dazu/));
    const next = find('Weiter');
    await openNextPage();
    expect(next).not.toBeInTheDocument();
    await user.type(screen.getByLabelText(/Hergang/), 'Es war glatt.');
    await openNextPage();
    const back = find('Zurück');
    await user.click(back);
    expect(title()).toHaveTextContent('Was?');
    expect(back).not.toBeInTheDocument();
  });

  it('A conditional page opens when its condition holds, and Back keeps the answers', async () => {
    const { user, openNextPage, title } = await showPages();
    await user.type(screen.getByLabelText(/Name/), 'Anna');
    await user.click(screen.getByLabelText(/Mehr dazu/));
    await openNextPage();
    expect(title()).toHaveTextContent('Was?');
    await user.click(screen.getByRole('button', { name: 'Zurück' }));
    expect(screen.getByLabelText(/Name/)).toHaveValue('Anna');
  });

  it('The review page shows all answers and links to each page', async () => {
    const { user, openNextPage, onSubmit } = await showPages();
    await user.type(screen.getByLabelText(/Name/), 'Anna');
    await openNextPage();
    await openNextPage();
    expect(screen.getByText('Anna')).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Wer? ändern' }));
    await user.clear(screen.getByLabelText(/Name/));
    await user.type(screen.getByLabelText(/Name/), 'Berta');
    await openNextPage();
    await openNextPage();
    await user.click(screen.getByRole('button', { name: 'Absenden' }));
    expect(onSubmit).toHaveBeenCalledWith({ name: 'Berta' });
  });

  it('The review page shows an answer that another tab changes', async () => {
    const engine = createTestEngine({ pages }, { name: 'Anna' });
    await act(async () => void render(<TestForm engine={engine} />));
    for (const _step of ['what follows', 'the review'])
      await userEvent.click(await screen.findByRole('button', { name: 'Weiter' }));
    expect(screen.getByText('Anna')).toBeVisible();
    act(() => engine.store.merge({ name: 'Berta' }));
    expect(screen.getByText('Berta')).toBeVisible();
  });

  it('A link of the error summary opens the element on another page', async () => {
    const form: { current: AssistantFormHandle | null } = { current: null };
    const { user, openNextPage, title } = await showPages({ ref: form });
    await user.type(screen.getByLabelText(/Name/), 'Anna');
    await openNextPage();
    await openNextPage();
    await act(async () =>
      form.current?.showErrors([
        { address: 'name', pointer: '/name', rule: 'refused', text: 'Diesen Namen gibt es schon.' },
      ]),
    );
    await user.click(screen.getByRole('link', { name: /^Name: Diesen/ }));
    expect(title()).toHaveTextContent('Wer?');
    expect(screen.getByLabelText(/Name/)).toHaveFocus();
  });
});

describe('rows of a group', () => {
  const witnesses: FormElement = {
    id: 'witnesses',
    type: 'group',
    label: 'Zeugen',
    min: 0,
    max: 3,
    rowLabel: 'Zeuge',
    addLabel: 'Zeugen hinzufügen',
    formElements: [{ id: 'who', type: 'input', label: 'Name des Zeugen', required: true }],
  };

  it('Rows are added, moved, removed and restored by keyboard, and the focus follows', async () => {
    const onSubmit = vi.fn();
    await act(async () => void render(<TestForm elements={[witnesses]} onSubmit={onSubmit} />));
    const user = userEvent.setup();
    const add = await screen.findByRole('button', { name: 'Zeugen hinzufügen' });
    await user.click(add);
    expect(screen.getByLabelText(/Name des Zeugen/)).toHaveFocus();
    await user.keyboard('Anna');
    await user.click(add);
    await user.keyboard('Berta');
    await user.click(screen.getByRole('button', { name: 'Zeuge 2 nach oben' }));
    expect(
      screen.getAllByLabelText(/Name des Zeugen/).map((field) => (field as HTMLInputElement).value),
    ).toEqual(['Berta', 'Anna']);
    await user.click(screen.getByRole('button', { name: 'Zeuge 1 entfernen' }));
    expect(screen.getByText('Zeuge 1 ist entfernt.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Rückgängig' }));
    expect(screen.getAllByLabelText(/Name des Zeugen/)[0]).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Absenden' }));
    expect(onSubmit).toHaveBeenCalledWith({ witnesses: [{ who: 'Berta' }, { who: 'Anna' }] });
  });

  it('The review names the rows like the form', async () => {
    const pages: FormPage[] = [
      { id: 'one', title: 'Zeugen', formElements: [witnesses] },
      { id: 'two', title: 'Sie', formElements: [{ id: 'name', type: 'input', label: 'Name' }] },
    ];
    const initial = { witnesses: [{ who: 'Anna' }, { who: 'Berta' }] };
    await act(async () => void render(<TestForm pages={pages} initial={initial} />));
    for (let steps = 0; steps < 2; steps += 1)
      await userEvent.click(await screen.findByRole('button', { name: 'Weiter' }));
    const names = screen.getAllByText(/^Zeuge \d$/).filter((each) => each.closest('ol > li > b'));
    expect(names.map(({ textContent }) => textContent)).toEqual(['Zeuge 1', 'Zeuge 2']);
  });

  it('A removed row cannot be restored once another tab has filled the group', async () => {
    const engine = createTestEngine([witnesses], {
      witnesses: [{ who: 'Anna' }, { who: 'Berta' }, { who: 'Clara' }],
    });
    await act(async () => void render(<TestForm elements={[witnesses]} engine={engine} />));
    await userEvent.click(await screen.findByRole('button', { name: 'Zeuge 1 entfernen' }));
    expect(screen.getByRole('button', { name: 'Rückgängig' })).toBeEnabled();
    act(() => engine.store.addRow('witnesses'));
    expect(screen.getByRole('button', { name: 'Rückgängig' })).toBeDisabled();
  });

  it('Each row has its own selected options', async () => {
    const cars: FormElement = {
      id: 'cars',
      type: 'group',
      label: 'Autos',
      min: 2,
      max: 2,
      formElements: [
        {
          id: 'kind',
          type: 'simplechoice',
          label: 'Art',
          options: [
            { value: 'car', label: 'Auto' },
            { value: 'bike', label: 'Rad' },
          ],
        },
        { id: 'mood', type: 'rating', label: 'Zustand' },
      ],
    };
    await act(async () => void render(<TestForm elements={[cars]} />));
    const [first, second] = await screen.findAllByRole('radio', { name: 'Auto' });
    const [good, alsoGood] = screen.getAllByRole('radio', { name: 'Gut' });
    // ! there are two rows
    for (const radio of [first, second, good, alsoGood]) await userEvent.click(radio!);
    for (const radio of [first, second, good, alsoGood]) expect(radio).toBeChecked();
  });

  it('An error link focuses the field of its own row', async () => {
    await act(
      async () =>
        void render(
          <TestForm elements={[witnesses]} initial={{ witnesses: [{ who: 'Anna' }, {}] }} />,
        ),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Absenden' }));
    await userEvent.click(screen.getByRole('link', { name: /^Zeuge 2, „Name des Zeugen“/ }));
    expect(screen.getAllByLabelText(/Name des Zeugen/)[1]).toHaveFocus();
  });
});
