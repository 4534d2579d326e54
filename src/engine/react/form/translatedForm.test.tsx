// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormattedMessage } from 'react-intl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Language } from '#schemas/platform/common.ts';
import { createTestEngine, TestForm, TestIntl } from '#src/engine/testing/TestForm.tsx';
import { fixturesByType } from '#src/engine/testing/fixtures.ts';
import { keepTranslated } from '#src/engine/testing/keepTranslated.ts';
import { Button } from '#src/ui/Button.tsx';
import { Check, Copy } from '#src/ui/icons.ts';

let stop: () => void;
beforeEach(() => {
  stop = keepTranslated(document.body);
});
afterEach(() => stop());

type Fixtures = (typeof fixturesByType)[string];

/** Fills in a form in two languages. Returns the texts that it shows after each step. */
async function fillInForm(fixtures: Fixtures): Promise<(string | null)[]> {
  const engine = createTestEngine(fixtures.map(({ element }) => element));
  const show = (language: Language) => <TestForm engine={engine} language={language} />;
  const { container, rerender } = await act(async () => render(show('de')));
  const submit = await screen.findByRole('button', { name: 'Absenden' });
  await act(() => vi.dynamicImportSettled()); // parts of fields that load by themselves
  const setAll = (pick: (fixture: Fixtures[number]) => unknown) => () =>
    act(async () => {
      for (const fixture of fixtures) engine.store.set(fixture.element.id, pick(fixture));
    });
  const shown: (string | null)[] = [];
  for (const step of [
    () => userEvent.click(submit),
    setAll(({ valid }) => valid[0]),
    setAll(({ invalid }) => invalid[0]),
    () => userEvent.click(submit),
    () => act(async () => rerender(show('en'))), // with errors
    setAll(({ valid }) => valid.at(-1)),
    setAll(() => undefined),
    () => act(async () => rerender(show('de'))),
  ]) {
    await step();
    shown.push(container.textContent);
  }
  return shown;
}

it.each(Object.entries(fixturesByType))(
  'A translated form of the type %s shows the texts of its language, its answers and errors',
  async (_type, fixtures) => {
    stop();
    const untranslated = await fillInForm(fixtures);
    cleanup();
    stop = keepTranslated(document.body);
    expect(await fillInForm(fixtures)).toEqual(untranslated);
    expect(document.querySelectorAll('font').length).toBeGreaterThan(0);
  },
);

it('A translated form shows why sending failed', async () => {
  const engine = createTestEngine([{ id: 'name', type: 'input', label: 'Name' }]);
  const show = (props: object) => <TestForm engine={engine} {...props} />;
  const { rerender } = await act(async () => render(show({})));
  await screen.findByRole('button', { name: 'Absenden' });
  await act(async () => rerender(show({ isSubmitting: true })));
  await act(async () => rerender(show({ submitError: 'Der Server antwortet nicht.' })));
  expect(screen.getByRole('alert')).toHaveTextContent('Der Server antwortet nicht.');
  expect(screen.getByRole('button', { name: 'Absenden' })).toBeVisible();
});

it('A translated button changes its icon and becomes busy', async () => {
  const show = (props: object) => <Button {...props}>Kopieren</Button>;
  const { rerender } = await act(async () => render(show({ icon: <Copy /> })));
  await act(async () => rerender(show({ icon: <Check /> })));
  await act(async () => rerender(show({ isBusy: true })));
  await act(async () => rerender(show({})));
  expect(screen.getByRole('button', { name: 'Kopieren' })).toContainHTML('<font>Kopieren</font>');
});

it('A translated message shows its new values', async () => {
  const show = (answered: number) => (
    <TestIntl>
      <p role="status">
        <FormattedMessage id="form.doneOf" values={{ answered, required: 3 }} />
      </p>
      <p role="alert">
        <FormattedMessage
          id={answered === 0 ? 'form.requiredHint' : 'login.locked.text'}
          values={{ b: (words) => <b key="b">{words}</b>, time: <b key="time">1:00</b> }}
        />
      </p>
    </TestIntl>
  );
  const { rerender } = await act(async () => render(show(0)));
  expect(screen.getByRole('status')).toHaveTextContent('0 von 3');
  await act(async () => rerender(show(2)));
  expect(screen.getByRole('status')).toHaveTextContent('2 von 3');
  expect(screen.getByRole('alert')).toHaveTextContent('Neuer Versuch in 1:00 Minuten');
});
