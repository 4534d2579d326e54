// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { messages } from '#src/engine/testing/messages.ts';
import { makeTask } from '#schemas/testing/make.ts';
import { TaskRow } from './TaskRow.tsx';

const now = new Date('2026-11-20T12:00:00Z');
const later = '2026-11-27T12:00:00Z';
const earlier = '2026-11-19T12:00:00Z';

afterEach(() => vi.unstubAllEnvs());

const show = (task: Parameters<typeof makeTask>[0]) =>
  render(
    <IntlProvider locale="de" messages={messages.de}>
      <MemoryRouter>
        <TaskRow task={makeTask(task)} now={now} to="/task" hasLeft />
      </MemoryRouter>
    </IntlProvider>,
  );

it('An open task with a draft on this device is marked as started', () => {
  show({ validUntil: later, hasAnswer: false, isClosed: false });
  expect(screen.getByRole('link')).toHaveTextContent('Angefangen');
  expect(screen.queryByRole('link', { name: 'Ihre Angaben ansehen' })).toBeNull();
});

it('An expired task with a draft on this device shows what was written', () => {
  show({ validUntil: earlier, hasAnswer: false, isClosed: false });
  expect(screen.queryByText(/Angefangen/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Ihre Angaben ansehen' })).toBeVisible();
});

it.each([
  ['in its last week', true, '2026-11-27T12:00:00Z'],
  ['a day before its last week', false, '2026-11-28T12:00:00Z'],
])('A deadline %s is marked as near: %s', (_, isMarked, validUntil) => {
  show({ validUntil, hasAnswer: false, isClosed: false });
  expect(screen.getByText(/noch \d Tage/).hasAttribute('data-near')).toBe(isMarked);
});

it.each([
  ['names the zone of a reader in', 'America/New_York', '07:00 Uhr GMT-5'],
  ['names no zone for a reader in', 'Europe/Vienna', '13:00 Uhr'],
])('A deadline %s %s', (_, zone, time) => {
  vi.stubEnv('TZ', zone);
  show({ validUntil: later, hasAnswer: false, isClosed: false });
  expect(screen.getByText(`Bis Freitag, 27.11., ${time} (noch 7 Tage)`)).toBeVisible();
});
