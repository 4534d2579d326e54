// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { TestIntl } from '#src/engine/testing/TestForm.tsx';
import type { Sent } from './submitOnce.ts';
import { SucceedPage } from './SucceedPage.tsx';

function show({
  returnUrl,
  wasSentBefore = false,
}: {
  returnUrl: string;
  wasSentBefore?: boolean;
}) {
  const state: Sent = {
    wasSentBefore,
    receipt: { submissionId: 'kx3Fq0vU7hZrT1mYwA9sLg', submittedAt: '2026-11-20T10:15:00.000Z' },
    thanks: {
      accountName: 'Aydın & Kollegen',
      headerLogoUrl: null,
      theme: {},
      resultText: 'Danke, wir melden uns.',
      returnUrl,
    },
  };
  render(
    <TestIntl>
      <MemoryRouter initialEntries={[{ pathname: '/externalform/guid/succeed', state }]}>
        <Routes>
          <Route
            path="/externalform/:processGuid/succeed"
            element={<SucceedPage languageChoice={null} />}
          />
        </Routes>
      </MemoryRouter>
    </TestIntl>,
  );
}

it('The success page links to the return address of the provider', () => {
  show({ returnUrl: 'https://kanzlei.example/danke' });
  expect(screen.getByRole('link', { name: 'Weiter zu kanzlei.example' })).toHaveAttribute(
    'href',
    'https://kanzlei.example/danke',
  );
});

it.each(['http://[', 'javascript:alert(1)'])(
  'The success page shows its thanks and no link when the address is %s',
  (returnUrl) => {
    show({ returnUrl });
    expect(screen.getByText('Danke, wir melden uns.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Weiter zu/ })).toBeNull();
  },
);

it('The success page says that the form was already sent, with the same thanks', () => {
  show({ returnUrl: 'https://kanzlei.example/danke', wasSentBefore: true });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Schon abgeschickt');
  expect(screen.getByText('Danke, wir melden uns.')).toBeInTheDocument();
});

it('The success page shows the submission id, and no answers that another page has sent', () => {
  show({ returnUrl: '' });
  expect(screen.getByText('kx3Fq0vU7hZrT1mYwA9sLg')).toBeVisible();
  expect(screen.getByText(/20\. November 2026/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Drucken/ })).toBeNull();
});
