// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import { PortalForm } from './PortalForm.tsx';
import { portalForms, type PortalFormName } from './portalForms.ts';

afterEach(cleanup);

const isSentByEnter = {
  activation: true,
  addPasskey: false,
  changePassword: false,
  client: false,
  confirmPassword: true,
  contactCode: true,
  enterPin: true,
  forgotPassword: true,
  forgotUsername: true,
  language: false,
  login: true,
  newMessage: false,
  notifications: false,
  ownDetails: false,
  ownEmail: false,
  ownMobile: false,
  profilePicture: false,
  recoveryCode: true,
  registrationPassword: false,
  registrationUsername: true,
  resetPassword: false,
  secondFactor: true,
  support: false,
} satisfies Record<PortalFormName, boolean>;

const lines = ['text', 'email', 'tel', 'password', 'checkbox', 'time', 'number'];

it.each(Object.entries(isSentByEnter))(
  'Enter in a field sends the form %s: %s',
  async (name, isSent) => {
    const form = name as PortalFormName;
    await portalForms.load(form);
    const onSubmit = vi.fn(async () => undefined);
    const { container } = render(
      <TestIntl>
        <Suspense>
          <PortalForm name={form} onSubmit={onSubmit} />
        </Suspense>
      </TestIntl>,
    );
    const fields = [...container.querySelectorAll('input')].filter(
      ({ type, tabIndex }) => lines.includes(type) && tabIndex >= 0,
    );
    for (const field of fields) {
      field.focus();
      await userEvent.keyboard('{Enter}');
    }
    const wasRefused = screen.queryByRole('region', { name: /Bitte prüfen Sie/ }) !== null;
    expect(wasRefused || onSubmit.mock.calls.length > 0).toBe(isSent);
  },
);
