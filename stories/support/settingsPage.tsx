import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { getOwnDetails, type OwnDetails } from '#schemas/access/ownDetails.ts';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { getSecondFactor } from '#schemas/access/secondFactor.ts';
import { getPush } from '#schemas/mail/push.ts';
import { makeAccount, makeSession } from '#schemas/testing/make.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { createStore } from '#src/app/store.ts';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { SettingsPage } from '#src/features/portal/settings/SettingsPage.tsx';
import { PortalShell } from '#src/features/portal/shell/PortalShell.tsx';
import { portalForms } from '#src/forms/portalForms.ts';
import { removeStored } from '#src/device/storage.ts';
import { mockApi, responds } from './mockApi.ts';

function Portal({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter>{children}</MemoryRouter>
    </Provider>
  );
}

const session = makeSession({ email: 'jonas.wieland@example.org' });
const withoutSecondFactor = responds(getSecondFactor, {
  totp: null,
  passkeys: [],
  recoveryCodesLeft: 0,
});
/** Details of the session's user. */
export const ownDetails: OwnDetails = {
  salutation: 'Herr',
  firstName: 'Jonas',
  lastName: 'Wieland',
  language: 'de',
  email: 'jonas.wieland@example.org',
  mobile: '+491515550123',
  waiting: { email: null, mobile: null },
  isSmsAvailable: true,
  others: [],
};
const details = responds(getOwnDetails, ownDetails);
const noPush = responds(getPush, { publicKey: '', subscription: null });
const accounts = responds(listAccounts, { accounts: [makeAccount()] });

/** Forms that a click opens in the settings. */
const clickedForms = [
  'addPasskey',
  'confirmPassword',
  'contactCode',
  'ownEmail',
  'ownMobile',
  'secondFactor',
] as const;

/** A story of one section of the settings, with planned responses of the server. */
export const settings = (
  selected: string,
  kind: 'registered' | 'unregistered',
  ...planned: Parameters<typeof mockApi>
) => ({
  // React drops the render of a component that suspends in the act scope of a click.
  loaders: [() => Promise.all(clickedForms.map(portalForms.load))],
  render: () => (
    <Portal>
      <PortalShell languageChoice={<LanguageChoice />} here="settings">
        <SettingsPage route={{ params: { selectedSetting: selected } }} />
      </PortalShell>
    </Portal>
  ),
  beforeEach: () => {
    userSessions.start(kind, session);
    const restore = mockApi(...planned, withoutSecondFactor, details, noPush, accounts);
    return () => {
      restore();
      removeStored('registeredSession');
      removeStored('unregisteredSession');
    };
  },
});
