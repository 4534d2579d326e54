// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { LegalInsurance } from '#schemas/forms/insurances.ts';
import type { AnswerStore } from '#src/engine/core/answers/answerStore.ts';
import { provide } from '#src/engine/react/services/services.ts';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';
import { listInsurances } from './service.ts';

const element = { id: 'insurance', type: 'rechtsschutzformular', label: 'Rechtsschutz' };

async function show(list?: () => Promise<readonly LegalInsurance[]>): Promise<AnswerStore> {
  const engine = createTestEngine([element]);
  await act(
    async () =>
      void render(
        <TestForm
          elements={[element]}
          engine={engine}
          {...(list ? { services: [provide(listInsurances, list)] } : {})}
        />,
      ),
  );
  await screen.findByRole('combobox');
  return engine.store;
}

const insurer = () => screen.getByRole('combobox', { name: 'Versicherung' });
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('Matching insurers are offered, counted and chosen by keyboard', async () => {
  const store = await show();
  await userEvent.type(insurer(), 'hanse');
  expect(offered()).toEqual(['Hanseatische Rechtsschutz AG', 'Hanseatische Rechtsschutzunion']);
  expect(screen.getByText('2 Versicherungen zur Auswahl')).toBeInTheDocument();
  expect(insurer()).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(store.get('insurance')).toEqual({
    foreignId: 'RS2',
    name: 'Hanseatische Rechtsschutzunion',
  });
  expect(offered()).toEqual([]);
});

it('A name outside the list is accepted, and typed text stays after Escape and blur', async () => {
  const store = await show();
  await userEvent.type(insurer(), 'Rechtsschutz der Firma{Escape}{Escape}');
  expect(screen.getByText(/steht nicht in unserer Liste/)).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('4711');
  await userEvent.tab();
  await userEvent.keyboard('S-1');
  expect(store.get('insurance')).toEqual({
    name: 'Rechtsschutz der Firma',
    policyNumber: '4711',
    claimNumber: 'S-1',
  });
});

it('An open list is left without choosing the highlighted option', async () => {
  const store = await show();
  await userEvent.type(insurer(), 'Hanse');
  await userEvent.hover(screen.getByRole('option', { name: 'Hanseatische Rechtsschutz AG' }));
  await userEvent.tab();
  expect(store.get('insurance')).toEqual({ name: 'Hanse' });
});

it('An insurer is recognized when its name was typed before the list was loaded', async () => {
  let answer: (list: LegalInsurance[]) => void = () => undefined;
  const store = await show(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await userEvent.type(insurer(), 'wattland rechtsschutz');
  await act(async () => answer([{ foreignId: 'W1', name: 'Wattland Rechtsschutz' }]));
  await userEvent.click(document.body);
  expect(store.get('insurance')).toEqual({ foreignId: 'W1', name: 'Wattland Rechtsschutz' });
});

it('The field works without a list, and loads it again on the next focus', async () => {
  let asked = 0;
  const store = await show(async () => {
    asked += 1;
    if (asked === 1) throw new Error('no net');
    return [{ foreignId: 'W1', name: 'Wattland Rechtsschutz' }];
  });
  expect(
    screen.getByText('Unsere Liste lädt gerade nicht. Schreiben Sie den Namen einfach aus.'),
  ).toBeVisible();
  await userEvent.type(insurer(), 'Watt');
  expect(offered()).toEqual(['Wattland Rechtsschutz']);
  expect(store.get('insurance')).toEqual({ name: 'Watt' });
});

it('The name is required when only a number was given', async () => {
  await show();
  await userEvent.type(screen.getByLabelText('Nummer der Police'), '4711');
  await userEvent.click(screen.getByRole('button', { name: 'Absenden' }));
  expect(insurer()).toHaveAttribute('aria-invalid', 'true');
  expect(
    screen.getByRole('link', {
      name: 'Rechtsschutz: Schreiben Sie den Namen der Versicherung auf.',
    }),
  ).toBeVisible();
});
