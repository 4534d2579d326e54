import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useChooseLanguage } from '#src/features/locale/slice.ts';
import { SettingsPage } from '#src/features/settings/SettingsPage.tsx';
import { toasts } from '#src/features/toasts/slice.ts';
import type { Place } from '#src/lib/routes.ts';

const LoginDialog = lazy(async () => ({
  default: (await import('#src/features/login/LoginDialog.tsx')).LoginDialog,
}));

/** The settings with what other features do for them. */
export function SettingsScreen({ place }: { place: Place }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  return (
    <SettingsPage
      selected={place.params['selectedSetting']}
      showLanguage={useChooseLanguage()}
      showToast={(toast) => dispatch(toasts.actions.shown(toast))}
      login={(username, onClose) => (
        <Suspense>
          <LoginDialog
            title={intl.formatMessage({ id: 'login.title' })}
            text={intl.formatMessage({ id: 'settings.login.text' })}
            username={username}
            onClose={onClose}
          />
        </Suspense>
      )}
    />
  );
}
